import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlans } from '@tintype/store';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller, type Service, type ServiceWishes } from './lab.ts';

// What an account can make grow on the disk of the service, each past its bound.

const receiver = 'http://127.0.0.1:1/';

async function createBounded(
  t: { teardown(close: () => Promise<void>): void; testdir(): string },
  plan: Record<string, number>,
  wishes: ServiceWishes = {},
): Promise<{ service: Service; caller: Caller; dataDir: string }> {
  const dataDir = wishes.store?.dataDir ?? t.testdir();
  const service = await createService(t, {
    ...wishes,
    store: { dataDir, ...wishes.store },
    server: { plans: readPlans({ scale: plan }) },
  });
  return { service, caller: await service.account(), dataDir };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

t.test('hits of the cache with a callback make one file', async (t) => {
  const { service, caller, dataDir } = await createBounded(t, { storedBytes: 1_000_000 });
  const url = service.pages.page('/once', '<p>once</p>');
  for (let count = 0; count < 10; count += 1) {
    const answer = await caller.ask('/v1/scrape', { url, cache: true, webhook_url: receiver });
    t.equal(answer.status, 200);
    await answer.bytes();
  }
  t.equal(service.pages.requests('/once').length, 1);
  t.equal(filesIn(join(dataDir, 'files')).length, 1);
  const bodies = (await service.store.outbox.list({ limit: 99 })).map(({ body }) => body);
  t.equal(bodies.length, 10, 'each has its callback');
  const files = new Set(bodies.map((body) => (JSON.parse(body) as { file: string }).file));
  t.equal(files.size, 1);
  t.equal((await fetch([...files][0] ?? '')).status, 200);
});

testInDepth(t, 'removes the parameters of a finished request, not its status', async (t) => {
  const { service, caller } = await createBounded(t, {}, { background: true });
  const html = `<!--${'x'.repeat(9_900_000)}--><p>hello`;
  // A selector that is nowhere: it fails, and costs nothing.
  const wish = { html, async: true, click_selector: '#none', timeout: 30 };
  const accepted = (await (await caller.post('/v1/screenshot', wish)).json()) as { id: string };
  const tell = async () => (await caller.get(`/v1/requests/${accepted.id}`)).json();
  await until(async () => ((await tell()) as { status: string }).status === 'failed');
  t.match(await tell(), { id: accepted.id, error: { code: 'selector_not_found' } });
  t.match(await service.store.capacity.kept(caller.id), { waiting: 0, storedBytes: 0 });
});

t.test('async requests wait up to the bound of the plan', async (t) => {
  const { caller, service } = await createBounded(t, { waiting: 3 });
  const ask = async () => await caller.post('/v1/pdf', { html: 'x', async: true });
  for (let count = 0; count < 3; count += 1) t.equal((await ask()).status, 202);
  const refused = await ask();
  t.equal(refused.status, 429);
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  t.match(await refused.json(), {
    code: 'queue_full',
    message: /^3 async requests of the account/,
  });
  const other = await service.account();
  t.equal((await other.post('/v1/pdf', { html: 'x', async: true })).status, 202);
});

t.test('webhooks that no receiver accepts wait up to the same limit', async (t) => {
  const { caller } = await createBounded(t, { waiting: 2 });
  const ask = async () => {
    const answer = await caller.post('/v1/scrape', {
      url: 'http://x.invalid/',
      webhook_url: receiver,
    });
    return ((await answer.json()) as { code: string }).code;
  };
  t.same([await ask(), await ask(), await ask()], ['dns_failed', 'dns_failed', 'queue_full']);
});

t.test('results take up as much room as the plan has', async (t) => {
  const { service, caller } = await createBounded(t, { storedBytes: 5_000 });
  const ask = async (name: string) => {
    const html = `<body style="background:#fff">${name}`;
    const wish = { html, webhook_url: receiver, viewport_width: 300, viewport_height: 200 };
    const answer = await caller.post('/v1/screenshot', { ...wish, format: 'png' });
    await answer.bytes();
    return answer.status;
  };
  let kept = 0;
  while ((await ask(`page ${kept}`)) === 200) kept += 1;
  t.ok(kept > 1, `${kept} results fit`);
  t.ok((await service.store.capacity.kept(caller.id)).storedBytes <= 5_000);
  t.equal(await caller.used(), kept + 1, 'what was rendered and did not fit counts');
  const plain = await caller.post('/v1/screenshot', { html: 'x' });
  t.equal(plain.status, 200, 'what leaves nothing behind goes on');
});

t.test('a disk with less room than is to be kept free', async (t) => {
  const { service, caller } = await createBounded(t, {}, { store: { keepFreeBytes: 2 ** 60 } });
  const full = { code: 'storage_full', statusCode: 507 };
  for (const wish of [{ async: true }, { webhook_url: receiver }]) {
    const answer = await caller.post('/v1/screenshot', { html: 'x', ...wish });
    t.match(await answer.json(), full);
    t.equal(answer.headers.get('retry-after'), '60');
  }
  t.equal((await caller.get('/v1/usage')).status, 200, 'reads go on');
  t.equal((await caller.get('/v1/requests/0')).status, 404);
  t.equal((await caller.post('/v1/screenshot', { html: 'x' })).status, 200, 'so do renders');
  t.equal(service.asked.length, 1, 'and what was refused was refused before it was rendered');
});

t.test('a full disk bills nothing that it cannot keep', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-full-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    t.comment('SKIPPED: this user cannot mount a small disk');
    return;
  }
  t.teardown(() => void execFileSync('umount', ['--lazy', folder]));
  const dataDir = join(folder, 'data');
  const { service, caller } = await createBounded(t, {}, { store: { dataDir } });
  let held: ServerResponse | undefined;
  const url = service.pages.route('/slow', (_request, response) => void (held = response));
  const filler = join(folder, 'filler');
  for (const wish of [{ webhook_url: receiver }, {}]) {
    held = undefined;
    const asked = caller.ask('/v1/screenshot', { url, ...wish });
    await until(() => held !== undefined);
    writeFileSync(filler, '');
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(4_096), { flag: 'a' });
    } catch {
      // That was the last of it.
    }
    (held as ServerResponse | undefined)?.end('<p>hello');
    const answer = await asked;
    t.match(await answer.json(), { code: 'storage_full', statusCode: 507 });
    t.equal(await caller.used(), 0, 'nothing is billed');
    t.equal((await caller.get('/v1/usage')).status, 200, 'reads go on');
    rmSync(filler);
  }
  t.equal((await caller.post('/v1/screenshot', { html: 'x' })).status, 200, 'there is room again');
  t.match(await service.store.usage.used(caller.id), { used: 1, reserved: 0 }, 'nothing is held');
  t.same(await service.store.outbox.list({ limit: 9 }), []);
});

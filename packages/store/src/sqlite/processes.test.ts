import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeFolder } from '@tintype/testkit/make-folder';
import t, { type Test } from 'tap';
import { newRequest, newTask } from '../fixtures/lab.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

const now = Date.now;

/** A process of its own that works on a store. Its lines come through `lines`. */
function startProcess(t: Test, dataDir: string, work: string) {
  const url = (path: string) => JSON.stringify(import.meta.resolve(path));
  const script = `
    const { createSqliteStore } = await import(${url('./create-sqlite-store.ts')});
    const lab = await import(${url('../fixtures/lab.ts')});
    const { writeSync } = await import('node:fs');
    const say = (text) => writeSync(1, text + '\\n');
    const store = createSqliteStore({ dataDir: ${JSON.stringify(dataDir)}, now: Date.now });
    ${work}`;
  const args = ['--conditions=@tintype/source', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  return { child, lines, ended: once(lines, 'close') };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

t.test('what was queued is there after a kill -9', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const received = new Set<string>();
  for (const wanted of [1, 7, 30]) {
    const { child, lines, ended } = startProcess(
      t,
      dataDir,
      `for (;;) {
        const request = lab.newRequest(${JSON.stringify(account.id)});
        await store.requests.enqueue(request, undefined);
        say(request.id);
      }`,
    );
    const first = received.size;
    await new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        received.add(line);
        if (received.size - first === wanted) resolve();
      });
    });
    await kill(child);
    await ended;
  }
  t.ok(received.size >= 38);
  for (const id of received) t.equal((await store.requests.get(id))?.status, 'queued', id);
  const { queued } = await store.requests.counts();
  t.match(await store.usage.used(account.id), { reserved: queued, used: 0 });
  t.ok(queued - received.size <= 3, 'one at most of each process was kept and not told');
});

t.test('what a killed process held is free again', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'a', plan: 'pro' });
  const request = newRequest(account.id);
  await store.requests.enqueue(request, 10);
  const { child, lines } = startProcess(
    t,
    dataDir,
    `await store.usage.reserve(${JSON.stringify(account.id)}, 10);
     const [claim] = await store.requests.claim({ leaseMs: 3_600_000, limit: 1 });
     say(claim.request.id);
     setInterval(() => {}, 1000);`,
  );
  t.same(await once(lines, 'line'), [request.id]);
  const hour = { requestsMs: 3_600_000, deliveriesMs: 3_600_000 };
  await store.sweep(hour);
  t.match(await store.usage.used(account.id), { reserved: 2 }, 'it lives: nothing is taken away');
  t.same(await store.requests.claim({ leaseMs: 1_000, limit: 1 }), []);
  await kill(child);
  t.equal(readdirSync(join(dataDir, 'processes')).length, 2);
  const next = createSqliteStore({ dataDir, now });
  t.teardown(() => next.close());
  t.equal(readdirSync(join(dataDir, 'processes')).length, 2, 'the dead one left nothing');
  t.match(await next.usage.used(account.id), { reserved: 1 }, 'the queued one stays reserved');
  const [claim] = await next.requests.claim({ leaseMs: 1_000, limit: 1 });
  t.match(claim, { request: { id: request.id, attempts: 2 } }, 'without waiting for an hour');
});

t.test('two processes, 200 at once, 10 left: exactly 10', async (t) => {
  const dataDir = t.testdir({ start: '' });
  const work = `
    const { existsSync } = await import('node:fs');
    say('ready');
    while (!existsSync(${JSON.stringify(join(dataDir, 'go'))})) await new Promise((r) => setTimeout(r, 2));
    const ids = await Promise.all(Array.from({ length: 100 }, () => store.usage.reserve('a', 10)));
    const rates = await Promise.all(Array.from({ length: 100 }, () => store.usage.takeRate('a', 10)));
    for (const id of ids) if (id) await store.usage.settle(id);
    say(JSON.stringify({
      reserved: ids.filter(Boolean).length,
      allowed: rates.filter((rate) => rate.allowed).length,
    }));
    await store.close();`;
  // Both must fall into one minute of the clock.
  const intoMinuteMs = now() % 60_000;
  if (intoMinuteMs > 50_000) await new Promise((r) => setTimeout(r, 60_000 - intoMinuteMs));
  const processes = [1, 2].map(() => startProcess(t, dataDir, work));
  const outputs = processes.map(({ lines, ended }) => {
    const said: string[] = [];
    lines.on('line', (line) => said.push(line));
    return { said, ended };
  });
  await Promise.all(processes.map(({ lines }) => once(lines, 'line')));
  writeFileSync(join(dataDir, 'go'), '');
  await Promise.all(outputs.map(({ ended }) => ended));
  const counts = outputs.map(
    ({ said }) => JSON.parse(said[1] ?? '{}') as { reserved: number; allowed: number },
  );
  t.equal(
    counts.reduce((sum, { reserved }) => sum + reserved, 0),
    10,
  );
  t.equal(
    counts.reduce((sum, { allowed }) => sum + allowed, 0),
    10,
  );
  const store = createSqliteStore({ dataDir, now });
  t.match(await store.usage.used('a'), { used: 10, reserved: 0 });
  await store.close();
});

t.test('two schedulers start each occurrence once', async (t) => {
  const dataDir = makeFolder(t);
  const store = createSqliteStore({ dataDir, now });
  t.teardown(() => store.close());
  const start = now() - 60_000;
  for (let i = 0; i < 30; i++) await store.tasks.create(newTask('a', { nextRunAt: start }));
  const work = `
    const outcomes = [];
    for (const task of await store.tasks.due(100)) {
      for (let i = 0; i < 2; i++) outcomes.push(await store.tasks.startRun({
        taskId: task.id, scheduledFor: task.nextRunAt, nextRunAt: task.nextRunAt + 3_600_000,
        request: lab.newRequest('a'),
      }));
    }
    say(String(outcomes.filter((outcome) => outcome === 'started').length));
    await store.close();`;
  const started = await Promise.all(
    [1, 2, 3].map(async () => {
      const [line] = (await once(startProcess(t, dataDir, work).lines, 'line')) as [string];
      return Number(line);
    }),
  );
  t.equal(
    started.reduce((sum, count) => sum + count, 0),
    30,
  );
  t.equal((await store.requests.counts()).queued, 30);
});

t.test('many first starts at the same time', async (t) => {
  const dataDir = join(makeFolder(t), 'new');
  const work = `
    const made = await store.accounts.createFirst({ name: 'default', plan: 'scale' });
    const [account] = await store.accounts.list();
    const secret = await store.accounts.secretKey(account.id);
    say(JSON.stringify({ made: made !== undefined, secret }));
    await store.close();`;
  const said = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const [line] = (await once(startProcess(t, dataDir, work).lines, 'line')) as [string];
      return JSON.parse(line) as { made: boolean; secret: string };
    }),
  );
  t.equal(said.filter(({ made }) => made).length, 1);
  t.equal(new Set(said.map(({ secret }) => secret)).size, 1, 'one master key, one account');
  t.equal(typeof said[0]?.secret, 'string');
});

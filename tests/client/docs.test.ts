import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inDepth, readPixels, unlessInstalled } from '@tintype/testkit';
import t from 'tap';
import { createBackgroundService } from './background.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

const service = await createBackgroundService(t);
const { accessKey, secretKey } = await service.account({ signatureRequired: true });
const page = service.pages.page('/', '<title>Hello</title><h1>hello</h1>');
const env = {
  ...process.env,
  TINTYPE_URL: service.address,
  TINTYPE_ACCESS_KEY: accessKey,
  TINTYPE_SECRET_KEY: secretKey,
};

/** The code of a page of docs in one language, with a page that can be reached without internet. */
async function code(name: string, language: string): Promise<string[]> {
  const markdown = await readFile(join(root, 'docs', name), 'utf8');
  const fences = markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  const found = Array.from(fences, ([, text = '']) => text);
  t.ok(found.length > 0, `${name} has ${language}`);
  return found.map((text) =>
    text
      .replaceAll('https://example.com', page)
      .replaceAll('https%3A%2F%2Fexample.com', encodeURIComponent(page)),
  );
}

for (const [language, command, file] of [
  ['ts', process.execPath, 'sign.ts'],
  ['js', process.execPath, 'sign.mjs'],
  ['python', 'python3', 'sign.py'],
] as const) {
  const skip = command === 'python3' && unlessInstalled(command);
  t.test(`docs/signing.md in ${language}`, { skip }, async (t) => {
    const dir = t.testdir({ [file]: (await code('signing.md', language)).join('\n') });
    const { stdout } = await run(command, [join(dir, file)], { cwd: dir, env });
    const link = stdout.trim();
    const answer = await fetch(link);
    t.equal(answer.status, 200, 'the service takes the link');
    t.match(await readPixels(Buffer.from(await answer.arrayBuffer())), { width: 1280 });
    t.equal((await fetch(link.replace('full_page=true', 'full_page=false'))).status, 403);
  });
}

t.test('docs/signing.md in the shell', { skip: unlessInstalled('curl', 'openssl') }, async (t) => {
  const dir = t.testdir({});
  const [script = ''] = await code('signing.md', 'sh');
  await run('sh', ['-ec', script], { cwd: dir, env });
  t.match(await readPixels(await readFile(join(dir, 'image.jpeg'))), { width: 1280 });
});

t.test('docs/client.md is one program', async (t) => {
  const dir = t.testdir({});
  await writeFile(join(dir, 'program.ts'), (await code('client.md', 'ts')).join('\n'));
  const { stdout, stderr } = await run(process.execPath, [join(dir, 'program.ts')], {
    cwd: dir,
    env,
  });
  t.equal(stderr, '');
  const lines = stdout.trim().split('\n');
  t.same(lines.slice(0, -2), [
    'Hello',
    'true',
    'invalid_parameter 400 image_quality must be an integer from 1 to 100; got 200.',
    '200',
    'image/jpeg',
    '1',
  ]);
  t.match(lines.at(-2), /^true [1-9]\d* true$/, 'how many renders there were today');
  t.equal(lines.at(-1), "{ name: 'shop', used: true }");
  t.equal((await readFile(join(dir, 'page.pdf'), 'latin1')).slice(0, 5), '%PDF-');
});

t.test('examples/client', async (t) => {
  const dir = t.testdir({});
  const example = (name: string) => join(root, 'examples', 'client', name);
  const rendered = await run(process.execPath, [example('render.ts')], { cwd: dir, env });
  t.match(
    rendered.stdout,
    /^image\.png: true, stages: true\nrequests left in this minute: \d+\nlink: 200 image\/jpeg\ninvalid_parameter - .*\n$/,
  );
  t.match(await readPixels(await readFile(join(dir, 'image.png'))), { format: 'png' });

  if (!inDepth(t, 'the other examples of a client')) return;
  const captured = await run(process.execPath, [example('captures.ts')], { cwd: dir, env });
  t.equal(
    captured.stdout,
    'screenshot.webp image/webp\npaper.pdf application/pdf\nscrape.md text/markdown; charset=utf-8\n1 render counted\n',
  );
  t.match(await readPixels(await readFile(join(dir, 'screenshot.webp'))), { format: 'webp' });

  const token = await service.store.sessions.create({ purpose: 'token', lastsMs: 60_000 });
  const operated = await run(process.execPath, [example('operator.ts')], {
    cwd: dir,
    env: { ...env, TINTYPE_OPERATOR_TOKEN: token?.secret ?? '' },
  });
  t.equal(
    operated.stdout,
    'access key of 24 characters, shown once\n0 of 500 renders used\nanother key: true, the old one works: 500\nDELETE /v1/operator/accounts/:id\n',
  );

  const receiver = spawn(process.execPath, [example('webhook-receiver.ts')], { env });
  t.teardown(() => receiver.kill());
  const lines = createInterface(receiver.stdout);
  const [waiting] = (await once(lines, 'line')) as [string];
  const address = waiting.replace('waiting on ', '');
  const called = once(lines, 'line');
  const later = await run(process.execPath, [example('later.ts')], {
    cwd: dir,
    env: { ...env, WEBHOOK_URL: address },
  });
  t.equal(later.stdout, 'queued\nsucceeded application/pdf\n');
  t.match(await called, [new RegExp(`^result: ${service.address}/v1/files/[0-9a-f]{64}\\.pdf$`)]);
  const refused = once(lines, 'line');
  const forged = await fetch(address, { method: 'POST', body: '{"file":"http://example.com"}' });
  t.equal(forged.status, 400);
  t.match(await refused, [/Missing required headers/]);
});

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { runHere } from '../cli/run-here.ts';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 200 };

/** A trace, unpacked. */
function unpack(zip: Uint8Array | undefined) {
  const files = unzipSync(zip ?? new Uint8Array());
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const json = (name: string) => JSON.parse(text(name)) as Record<string, never>;
  return { names: Object.keys(files), files, text, json };
}

const moving = `<!doctype html><title>Traced</title><h1>Traced</h1><img src="/dot.svg?key=0123456789abcdef">
  <script>
    console.log('said', 1); console.error('wrong <b>');
    let shade = 0;
    const timer = setInterval(() => { document.body.style.background = 'rgb(' + (shade += 40) + ',0,0)'; if (shade > 200) clearInterval(timer) }, 120);
  </script>`;
server.file(
  '/dot.svg',
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  {
    'set-cookie': 'secret=cookie',
    'x-secret': 'header',
  },
);
const url = server.page('/traced', moving, { 'set-cookie': 'secret=cookie' });
const asked = {
  url,
  delay: 1,
  cookies: ['login=hunter2'],
  headers: ['X-Api-Key: hunter2'],
  authorization: Buffer.from('ann:hunter2').toString('base64'),
  ...small,
};

t.test('how a render went, without its secrets', async (t) => {
  const result = await lab.render(asked, { trace: true });
  const { names, text, json, files } = unpack(result.trace);
  t.match(
    new Set(names),
    new Set(['trace.json', 'har.json', 'console.json', 'cdp.jsonl', 'page.mhtml']),
  );
  const summary = json('trace.json') as unknown as {
    stages: { stage: string }[];
    frames: { file: string; atMs: number }[];
    result: { receipt: object; bytes: number };
  };
  t.match(summary, { version: 1, kind: 'screenshot', url, result: { bytes: result.body.length } });
  t.ok(
    ['navigate', 'settle', 'capture'].every((name) =>
      summary.stages.some(({ stage }) => stage === name),
    ),
  );
  t.ok(summary.frames.length >= 3, `${summary.frames.length} images while it changes`);
  t.ok(summary.frames.length <= 150);
  for (const { file } of summary.frames) t.same([...(files[file] ?? [])].slice(0, 2), [0xff, 0xd8]);
  t.match(text('page.mhtml'), /multipart\/related/);
  const { log } = json('har.json') as unknown as {
    log: { version: string; entries: { request: { url: string }; response: { status: number } }[] };
  };
  t.equal(log.version, '1.2');
  t.match(log.entries[0], { request: { url, method: 'GET' }, response: { status: 200 } });
  t.equal(log.entries[1]?.request.url, server.url('/dot.svg?key=...'));
  t.match(json('console.json'), [
    { level: 'log', text: 'said 1' },
    { level: 'error', text: 'wrong <b>' },
  ]);
  const messages = text('cdp.jsonl').trim().split('\n');
  t.ok(messages.length > 20 && messages.length <= 5000);
  t.ok(messages.some((line) => line.includes('"method":"Page.navigate"')));
  const all = names
    .filter((name) => /json/.test(name))
    .map(text)
    .join('');
  for (const secret of [
    'hunter2',
    'secret=cookie',
    asked.authorization,
    'x-secret',
    '0123456789abcdef',
  ]) {
    t.notOk(all.includes(secret), secret);
  }
});

t.test('addresses that the page goes through say no key', async (t) => {
  const key = 'hunter2-hunter2';
  const many = Array.from({ length: 120 }, (_, at) => `p${at}=${key}`).join('&');
  const end = server.page(
    '/end',
    `<h1>End</h1><img src="/none.png?sig=${key}"><script>history.replaceState(0, '', '?code=${key}#access_token=${key}')</script>`,
  );
  const start = server.redirect('/moved', `${end}?${many}#id_token=${key}`);
  const { trace, receipt } = await lab.render(
    { ...small, url: `${start}?state=${key}` },
    { trace: true },
  );
  t.match(receipt.redirects?.join(), key, 'the receipt of the result is whole');
  const { names, text } = unpack(trace);
  for (const name of names.filter((each) => /json/.test(each))) t.notMatch(text(name), key, name);
  t.match(text('har.json'), /"name": "location"/i);
});

t.test('one that failed has its trace, too', async (t) => {
  const failing = { ...asked, delay: 0, click_selector: '#none', timeout: 4 };
  const error = await lab.failure(failing, { trace: true });
  t.equal(error.code, 'selector_not_found');
  const { json } = unpack(error.trace);
  t.match(json('trace.json'), { error: { code: 'selector_not_found', stage: 'interact' } });
  const { trace } = await lab.failure({ ...failing, click_selector: 'a[[' });
  t.equal(trace, undefined, 'nobody asked for one');
  t.equal((await lab.render({ html: 'x', ...small })).trace, undefined);
});

t.test('every kind, and pages that say too much', async (t) => {
  const html = `<p>x<script>for (let i = 0; i < 1100; i++) console.log('x'.repeat(2e3))</script>`;
  for (const kind of ['pdf', 'scrape', 'archive']) {
    if (kind !== 'scrape' && !inDepth(t, kind)) continue;
    const { trace } = await lab.render({ kind, html, timeout: 60 }, { trace: true });
    const { json } = unpack(trace);
    const said = json('console.json') as unknown as { text: string }[];
    t.equal(said.length, 1000);
    t.equal(said[0]?.text.length, 1000);
  }
  if (!inDepth(t, 'screencast')) return;
  const video = { kind: 'screencast', html: '<p>x', duration: 0.2, format: 'mp4', ...small };
  t.ok((await lab.render(video, { trace: true })).trace);
});

t.test('on the command line', async (t) => {
  const dir = t.testdir();
  const host = new URL(url).host;
  const args = ['screenshot', url, '--allow', host, '-o', 'page.png', '--trace', 'trace.zip'];
  const { code, stderr } = await runHere(args, { cwd: dir });
  t.equal(code, 0, stderr);
  t.equal(statSync(join(dir, 'trace.zip')).mode & 0o77, 0, 'nobody else may read it');
  const shown = await runHere(['trace', 'open', 'trace.zip', '-o', 'trace.html'], { cwd: dir });
  t.equal(shown.stdout.toString(), `${join(dir, 'trace.html')}\n`);
  const html = readFileSync(join(dir, 'trace.html'), 'utf8');
  t.match(html, /<h2>Requests \(2\)<\/h2>/);
  t.match(html, 'wrong &#60;b&#62;');
  t.notMatch(html, /<script|<link|src="http/);
  const before = server.log.length;
  const image = await lab.render({ html, full_page: true });
  t.ok(image.body.length > 10_000);
  t.match(image.receipt.requests, { failed: 0, refused: 0 });
  t.equal(server.log.length, before, 'it loads nothing');
});

t.test('what is no trace, on the command line', async (t) => {
  const dir = t.testdir({ 'no.zip': 'no zip', 'bomb.zip': '' });
  for (const args of [['open', 'no.zip'], ['open'], ['close', 'no.zip'], ['open', 'no.zip', 'x']]) {
    const { code } = await runHere(['trace', ...args], { cwd: dir });
    t.equal(code, 2, args.join(' '));
  }
  const missing = await runHere(['trace', 'open', 'none.zip'], { cwd: dir });
  t.match(missing, { code: 2, stderr: /none\.zip: there is no such file\./ });
  const folder = await runHere(['trace', 'open', '.'], { cwd: dir });
  t.match(folder, { code: 2, stderr: /\.: it cannot be read \(EISDIR\)\./ });
  const two = await runHere(['screenshot', url, `${url}?2`, '-o', 'x/', '--trace', 'trace.zip'], {
    cwd: dir,
  });
  t.equal(two.code, 2);
  t.match(two.stderr, /--trace is for one page; got 2/);
});

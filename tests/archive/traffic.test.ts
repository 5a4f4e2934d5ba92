import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { CDXIndexer, WARCParser, type WARCRecord } from 'warcio';
import { createLab } from '../parameters/lab.ts';

const { server, renderer } = await createLab(t);

interface HarEntry {
  request: { method: string; url: string; postData?: { text: string } };
  response: {
    status: number;
    redirectURL: string;
    content: { text?: string; encoding?: string; size: number; comment?: string };
  };
  time: number;
  timings: Record<string, number>;
  _error?: string;
}

interface Har {
  log: {
    version: string;
    pages: { id: string; title: string; pageTimings: { onLoad: number } }[];
    entries: HarEntry[];
  };
}

const key = 'hunter2-hunter2';
const pixels = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const secrets = {
  cookies: [`login=${key}`],
  headers: [`X-Api-Key: ${key}`],
  authorization: Buffer.from(`ann:${key}`).toString('base64'),
};

server.file('/sheet.css', 'text/css', 'h1::after { content: "é" }', { 'x-secret': key });
server.file('/dot.gif', 'image/gif', pixels);
server.file('/late.gif', 'image/gif', pixels);
server.file(
  '/latin.js',
  'text/javascript; charset=iso-8859-1',
  Buffer.from('var a = "\xe9"', 'latin1'),
);
server.file('/clip.txt', 'text/plain', 'whole', { 'content-range': 'bytes 0-4/5' });
server.page('/frame', '<p>framed');
server.redirect('/old.css', '/sheet.css');
server.route('/answer', (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': `a=${key}` });
    response.end(`{"to":"${request.method}"}`);
  });
});
server.route('/broken', (_request, response) => void response.destroy());
const other = server.url('/frame', '127.0.0.2');
const url = server.page(
  '/archived',
  `<!doctype html><meta charset="utf-8"><title>Archived ✓</title>
  <link rel="stylesheet" href="/old.css"><h1>Text</h1>
  <img src="/dot.gif?key=${key}"><img src="data:image/gif;base64,${pixels.toString('base64')}">
  <img src="/broken"><iframe src="${other}"></iframe><script src="/latin.js"></script>
  <div style="height: 4000px"></div><img src="/late.gif" loading="lazy">
  <script>
    const post = (type, body) => fetch('/answer?to=it', { method: 'POST', headers: { 'content-type': type }, body });
    post('application/json', '{"a":[1,2],"b":{"a":null,"c":"d e"},"n":""}');
    post('application/x-www-form-urlencoded', 'x=1&y=%C3%A9');
    post('application/octet-stream', new Uint8Array([0, 255, 10]));
    fetch('/answer', { method: 'HEAD' });
  </script>`,
  { 'set-cookie': `session=${key}` },
);

const path = (entry: HarEntry) => new URL(entry.request.url).pathname;

async function harOf(parameters: object): Promise<{ har: Har; warnings: string[] }> {
  const { body, mediaType, extension, warnings } = await renderer.render({
    kind: 'archive',
    format: 'har',
    ...parameters,
  } as never);
  t.match({ mediaType, extension }, { mediaType: 'application/json', extension: 'har' });
  return { har: JSON.parse(Buffer.from(body).toString()) as Har, warnings };
}

t.test('a HAR has the requests of a page with their bodies, and none of its keys', async (t) => {
  const { har } = await harOf({ url, ...secrets, delay: 0.5 });
  const { version, pages, entries } = har.log;
  t.equal(version, '1.2');
  t.match(pages, [{ id: 'page_1', title: 'Archived ✓' }]);
  t.ok((pages[0]?.pageTimings.onLoad ?? 0) > 0);
  const of = (name: string) => entries.filter((entry) => path(entry) === name);
  t.match(of('/archived')[0], {
    request: { method: 'GET', url },
    response: { status: 200, content: { text: /<title>Archived ✓/ } },
  });
  t.match(of('/old.css')[0]?.response, { status: 302, redirectURL: '/sheet.css' });
  t.match(of('/sheet.css')[0]?.response.content, { text: 'h1::after { content: "é" }' });
  t.match(of('/dot.gif')[0]?.response.content, {
    encoding: 'base64',
    text: pixels.toString('base64'),
    size: pixels.length,
  });
  t.match(of('/late.gif')[0]?.response.content, { text: pixels.toString('base64') });
  t.match(of('/latin.js')[0]?.response.content.text, 'var a = "é"');
  t.match(of('/frame')[0]?.response.content.text, '<p>framed', 'a frame of another site');
  t.match(of('/broken')[0], { response: { status: 0 }, _error: /./ });
  t.same(
    of('/answer')
      .flatMap(({ request }) => request.postData?.text ?? [])
      .filter((sent) => /^[x{]/.test(sent))
      .toSorted(),
    ['x=1&y=%C3%A9', '{"a":[1,2],"b":{"a":null,"c":"d e"},"n":""}'],
  );
  t.equal(of('/answer').filter(({ request }) => request.method === 'HEAD').length, 1);
  t.notOk(
    entries.some(({ request }) => request.url.startsWith('data:')),
    'what has no request is left out',
  );
  for (const { time, timings } of entries.filter((entry) => entry._error === undefined)) {
    const parts = Object.entries(timings).filter(([name, ms]) => name !== 'ssl' && ms > 0);
    const sum = parts.reduce((total, [, ms]) => total + ms, 0);
    t.ok(Math.abs(sum - time) < 1, `${sum} of ${time} ms`);
  }
  const withoutPage = JSON.stringify(
    entries.map(({ response, ...rest }) => ({ ...rest, response: { ...response, content: 0 } })),
  );
  for (const secret of [key, secrets.authorization, 'x-secret']) {
    t.notOk(withoutPage.includes(secret), secret);
  }
});

async function recordsOf(warc: Uint8Array): Promise<WARCRecord[]> {
  const records: WARCRecord[] = [];
  for await (const record of new WARCParser([warc])) {
    await record.readFully();
    records.push(record);
  }
  return records;
}

async function indexOf(warc: Uint8Array): Promise<string[]> {
  const lines: string[] = [];
  const indexer = new CDXIndexer({ format: 'cdxj' });
  for await (const { urlkey, timestamp, ...values } of indexer.iterIndex([
    { filename: 'data.warc.gz', reader: [warc] },
  ] as never)) {
    const { offset, length, status, digest, ...rest } = values as Record<string, unknown>;
    const texts = {
      offset: String(offset),
      length: String(length),
      status: String(status),
      digest: `sha256:${String(digest)}`,
    };
    lines.push(`${urlkey} ${timestamp} ${JSON.stringify(sorted({ ...rest, ...texts }))}`);
  }
  return lines.toSorted();
}

function sorted(values: object): object {
  return Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

t.test('a WACZ is read by others as it was meant', async (t) => {
  await using opened = await renderer.open({ url, ...secrets, delay: 0.5 }, { traffic: true });
  const result = await opened.capture({ kind: 'archive', format: 'wacz' });
  t.match(result, { mediaType: 'application/wacz', extension: 'wacz' });
  const files = unzipSync(result.body);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const sha256 = (name: string) =>
    `sha256:${createHash('sha256')
      .update(files[name] ?? '')
      .digest('hex')}`;
  t.same(Object.keys(files).toSorted(), [
    'archive/data.warc.gz',
    'datapackage-digest.json',
    'datapackage.json',
    'indexes/index.cdxj',
    'pages/pages.jsonl',
  ]);
  const description = JSON.parse(text('datapackage.json')) as {
    resources: { path: string; hash: string; bytes: number }[];
  };
  t.match(description, {
    profile: 'data-package',
    wacz_version: '1.1.1',
    mainPageUrl: url,
    title: 'Archived ✓',
  });
  t.equal(description.resources.length, 3);
  for (const { path, hash, bytes } of description.resources) {
    t.equal(hash, sha256(path), path);
    t.equal(bytes, files[path]?.length, path);
  }
  t.same(JSON.parse(text('datapackage-digest.json')), {
    path: 'datapackage.json',
    hash: sha256('datapackage.json'),
  });
  const [head, page] = text('pages/pages.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ts?: string });
  t.match(head, { format: 'json-pages-1.0', id: 'pages' });
  t.match(page, { url, title: 'Archived ✓' });

  const warc = files['archive/data.warc.gz'] ?? new Uint8Array();
  const lines = text('indexes/index.cdxj').trim().split('\n');
  const own = lines.map((line) => {
    const [, place = '', json = ''] = /^(\S+ \d{14}) (.*)$/.exec(line) ?? [];
    return `${place} ${JSON.stringify(sorted(JSON.parse(json) as object))}`;
  });
  t.same(own.toSorted(), await indexOf(warc), 'the index is that of warcio');
  t.same(lines, lines.toSorted(), 'in order');

  const records = await recordsOf(warc);
  t.equal(records[0]?.warcType, 'warcinfo');
  const answers = new Map(
    records
      .filter(({ warcType }) => warcType === 'response')
      .map((record) => [new URL(record.warcTargetURI ?? '').pathname, record]),
  );
  const payload = (name: string) => Buffer.from(answers.get(name)?.payload ?? []);
  t.match(payload('/archived').toString(), '<title>Archived ✓');
  t.same(payload('/dot.gif'), pixels);
  t.equal(payload('/frame').toString(), '<p>framed');
  t.equal(payload('/latin.js').toString(), 'var a = "é"');
  t.match(
    answers.get('/latin.js')?.httpHeaders?.headers.get('content-type'),
    /^text\/javascript; charset=utf-8$/,
  );
  t.equal(answers.get('/old.css')?.httpHeaders?.statusCode, 302);
  t.equal(answers.get('/old.css')?.httpHeaders?.headers.get('location'), '/sheet.css');
  t.notOk(answers.has('/broken'), 'what had no answer has no record');
  for (const record of answers.values()) {
    const digest = createHash('sha256')
      .update(record.payload ?? '')
      .digest('hex');
    t.equal(record.warcHeader('WARC-Payload-Digest'), `sha256:${digest}`);
  }
  t.equal(
    page?.ts,
    answers.get('/archived')?.warcDate,
    'the page stands where a player looks for it',
  );
  const heads = records.map((record) =>
    [...(record.httpHeaders?.headers ?? [])].map((each) => each.join(': ')).join('\n'),
  );
  for (const secret of [key, secrets.authorization, 'x-secret', 'set-cookie']) {
    t.notOk(heads.join('\n').toLowerCase().includes(secret.toLowerCase()), secret);
  }

  const first = await opened.capture({ kind: 'archive', format: 'har' });
  const second = await opened.capture({ kind: 'archive', format: 'har' });
  const paths = (body: Uint8Array) =>
    (JSON.parse(Buffer.from(body).toString()) as Har).log.entries.map(path);
  t.ok(paths(first.body).includes('/late.gif'), 'the page is open for a HAR as well');
  t.same(paths(second.body), paths(first.body));
});

t.test('stores the first of large bodies and many requests, and reports the rest', async (t) => {
  // The bounds of all bodies and of all requests are those of the whole test; in the default run it
  // has that of one body.
  const isWhole = inDepth(t, 'all bodies, and 2,000 requests');
  const large = Buffer.alloc(10 * 2 ** 20 + 1, 'x');
  server.file('/large.bin', 'application/octet-stream', large);
  const fitting = Buffer.alloc(9 * 2 ** 20, 'y');
  server.file('/fitting.bin', 'application/octet-stream', fitting);
  const loads = server.page(
    '/large',
    `<h1>Large</h1><script>
      const get = (path) => fetch(path).then((answer) => answer.arrayBuffer());
      document.title = 'waiting';
      (async () => {
        await get('/large.bin');
        for (let at = 0; at < ${isWhole ? 6 : 1}; at += 1) await get('/fitting.bin?' + at);
        for (let at = 0; at < ${isWhole ? 2000 : 0}; at += 100) {
          await Promise.all(Array.from({ length: 100 }, (_, more) => get('/none?' + (at + more)).catch(() => {})));
        }
        document.title = 'done';
      })();
    </script>`,
  );
  const { har, warnings } = await harOf({
    url: loads,
    wait_for_function: `() => document.title === 'done'`,
    timeout: 60,
  });
  const { entries } = har.log;
  if (isWhole) t.equal(entries.length, 2000);
  const content = (name: string) =>
    entries.filter((entry) => path(entry) === name).map(({ response }) => response.content);
  t.match(content('/large.bin'), [{ text: undefined, comment: /not in the archive/ }]);
  const kept = content('/fitting.bin').filter(({ text }) => text !== undefined);
  t.equal(kept.length, isWhole ? 5 : 1);
  const told = isWhole
    ? /requests beyond the first 2000: \d+; bodies that are too large/
    : /bodies that are too large/;
  t.match(warnings.join(), told);
});

t.test('of a page that is not opened for it', async (t) => {
  await using plain = await renderer.open({ url });
  await t.rejects(plain.capture({ kind: 'archive', format: 'wacz' }), {
    code: 'invalid_request',
    message: /traffic: true/,
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import {
  contentDisposition,
  headerTable,
  ignoredHeader,
  metadataHeaders,
  receiptHeader,
  rateHeaders,
  readFileName,
  readMetadata,
  readRate,
  readReceipt,
  readServerTiming,
  serverTiming,
  type Metadata,
  type Receipt,
} from './index.ts';
import { parameterList } from '../project/parameter-list.ts';

const everything = {
  metadata_icon: true,
  metadata_title: true,
  metadata_fonts: true,
  metadata_hash: true,
  metadata_status: true,
  metadata_headers: true,
  metadata_image_size: true,
};

/** Sends headers through a real server and client: what HTTP does to them counts. */
async function throughHttp(headers: Record<string, string>): Promise<Headers> {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`)).headers;
  } finally {
    server.close();
  }
}

t.test('contains requested metadata that were found', async (t) => {
  const metadata: Metadata = {
    status: 404,
    title: 'Gone',
    imageSize: { width: 1280, height: 1080 },
  };
  t.same(metadataHeaders(metadata, {}), {});
  t.same(metadataHeaders(metadata, { metadata_title: false, metadata_status: true }), {
    'X-Tintype-Metadata-Status': '404',
  });
  t.same(metadataHeaders(metadata, everything), {
    'X-Tintype-Metadata-Status': '404',
    'X-Tintype-Metadata-Title': 'Gone',
    'X-Tintype-Metadata-Image-Size': '1280x1080',
  });
});

t.test('each parameter that asks for metadata has its header', async (t) => {
  const asking = parameterList()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('metadata_'));
  const answering = Object.values(headerTable).flatMap((info) =>
    'parameter' in info ? [info.parameter] : [],
  );
  t.same(answering.toSorted(), asking.toSorted());
});

t.test('metadata come back as they were, through real HTTP', async (t) => {
  const pages: Metadata[] = [
    {},
    { status: 200, title: 'Hello', icon: 'https://example.com/a.svg?x=1', hash: 'ab'.repeat(32) },
    { title: 'größe 日本 😀 100% \u0000\r\nX-Evil: 1\t\u007f\u0085' },
    { title: '  spaces  at  ends  ' },
    { title: '' },
    { fonts: [] },
    { fonts: ['DejaVu Sans', 'Noto Sans CJK JP', '游ゴシック', '"; drop', 'a\r\nb'] },
    { headers: {} },
    { headers: { 'content-type': 'text/html', server: 'größe\r\nx: y', __proto__x: '😀' } },
    { imageSize: { width: 1, height: 16383 } },
    { icon: 'data:image/svg+xml,%3Csvg/%3E' },
  ];
  for (const page of pages) {
    const headers = await throughHttp(metadataHeaders(page, everything));
    t.same(readMetadata(headers), page);
    t.equal(headers.get('x-evil'), null);
  }
});

t.test('escaping is the least that HTTP needs', async (t) => {
  const title = (text: string) =>
    metadataHeaders({ title: text }, everything)['X-Tintype-Metadata-Title'];
  t.equal(title(`It's "a" <b> & c, d; e = f + 1 ~ /\\`), `It's "a" <b> & c, d; e = f + 1 ~ /\\`);
  t.equal(title('100% ü\n'), '100%25 %C3%BC%0A');
  t.equal(title('lone \ud800'), 'lone %EF%BF%BD');
  const fonts = metadataHeaders({ fonts: ['ü😀\u007f'] }, everything);
  t.equal(fonts['X-Tintype-Metadata-Fonts'], '["\\u00fc\\ud83d\\ude00\\u007f"]');
});

t.test('cookies stay out and names are in lower case', async (t) => {
  const written = metadataHeaders(
    { headers: { 'Set-Cookie': 'a=1', 'set-cookie': 'b=2', Server: 'x' } },
    everything,
  );
  t.equal(written['X-Tintype-Metadata-Headers'], '{"server":"x"}');
});

t.test('too much is cut, and the rest can still be read', async (t) => {
  const metadata: Metadata = {
    status: 200,
    title: '😀'.repeat(5000),
    icon: `https://example.com/${'i'.repeat(2000)}`,
    fonts: Array.from({ length: 500 }, (_, at) => `Schrift Größe ${at}`),
    headers: Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`x-header-${at}`, 'ü'.repeat(20)]),
    ),
    hash: 'ab'.repeat(32),
    imageSize: { width: 16383, height: 16383 },
  };
  const headers = metadataHeaders(metadata, everything);
  const written: Record<string, string> = {
    ...headers,
    ...receiptHeader({ redirects: Array.from({ length: 10 }, () => '日'.repeat(500)) }, headers),
    ...rateHeaders({ limit: 1200, remaining: 1199, resetSeconds: 60 }),
    'Content-Disposition': contentDisposition('日'.repeat(200), 'webp'),
    'Server-Timing': serverTiming(
      ['queue', 'launch', 'emulate', 'block', 'navigate', 'settle', 'interact', 'capture'].map(
        (stage) => ({ stage, startMs: 98_765.432, durationMs: 12_345.678 }),
      ),
    ),
  };
  for (const [name, value] of Object.entries(written)) t.match(value, /^[ -~]*$/, name);
  t.ok((written['X-Tintype-Metadata-Headers'] ?? '').length <= 6144);
  // The default bound of Node for all headers of an answer; fetch throws above it.
  const read = readMetadata(await throughHttp(written));
  t.match(read.title ?? '', /^(?:😀){100,}$/u, 'cut between characters');
  t.equal(read.icon, metadata.icon);
  t.equal(read.fonts?.[0], 'Schrift Größe 0');
  t.ok((read.fonts?.length ?? 0) > 40);
  t.ok(Object.keys(read.headers ?? {}).length > 30);
  t.equal(read.headers?.['x-header-0'], 'ü'.repeat(20));
});

t.test('what does not fit leaves room for what comes after it', async (t) => {
  const headers = { 'x-long': 'a'.repeat(7000), server: 'b' };
  t.equal(metadataHeaders({ headers }, everything)['X-Tintype-Metadata-Headers'], '{"server":"b"}');
  t.same(metadataHeaders({ icon: `https://e.com/${'i'.repeat(9000)}` }, everything), {});
  t.equal(
    metadataHeaders({ icon: 'http://e.com/ü "\n' }, everything)['X-Tintype-Metadata-Icon'],
    'http://e.com/%C3%BC%20"%0A',
  );
  const cut = metadataHeaders({ title: `${'a'.repeat(2040)}   ü` }, everything);
  t.equal(cut['X-Tintype-Metadata-Title'], 'a'.repeat(2040), 'no space at the end');
});

t.test('headers of an unknown origin', async (t) => {
  const headers = new Headers({
    'X-Tintype-Metadata-Status': 'abc',
    'X-Tintype-Metadata-Title': '100%',
    'X-Tintype-Metadata-Fonts': '{"a":1}',
    'X-Tintype-Metadata-Headers': '["a"]',
    'X-Tintype-Metadata-Image-Size': '12',
    'X-Ratelimit-Limit': '60',
    'X-Ratelimit-Remaining': '-1',
  });
  t.same(readMetadata(headers), { title: '100%' });
  headers.set('X-Tintype-Metadata-Fonts', '[');
  headers.set('X-Tintype-Metadata-Headers', '{"a":1}');
  t.same(readMetadata(headers), { title: '100%' });
  t.equal(readRate(headers), undefined);
});

t.test('names of files', async (t) => {
  t.equal(contentDisposition(undefined, 'png'), 'inline');
  t.equal(contentDisposition('', 'png'), 'inline');
  t.equal(
    contentDisposition(undefined, 'png', 'example.com'),
    `inline; filename="example.com.png"; filename*=UTF-8''example.com.png`,
  );
  t.match(contentDisposition('mine', 'png', 'example.com'), /^attachment; filename="mine\.png"/);
  const cases: [string, string, string?][] = [
    ['report', `attachment; filename="report.jpg"; filename*=UTF-8''report.jpg`],
    ['my report', `attachment; filename="my report.jpg"; filename*=UTF-8''my%20report.jpg`],
    ['a"b', `attachment; filename="a\\"b.jpg"; filename*=UTF-8''a%22b.jpg`],
    ['größe', `attachment; filename="gr??e.jpg"; filename*=UTF-8''gr%C3%B6%C3%9Fe.jpg`],
    [
      '日本 😀',
      `attachment; filename="?? ??.jpg"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%F0%9F%98%80.jpg`,
    ],
    ['50%25', `attachment; filename="50%25.jpg"; filename*=UTF-8''50%2525.jpg`],
    ["a;b='c'", `attachment; filename="a;b='c'.jpg"; filename*=UTF-8''a%3Bb%3D%27c%27.jpg`],
    [
      '../../etc/x',
      `attachment; filename=".._.._etc_x.jpg"; filename*=UTF-8''.._.._etc_x.jpg`,
      '.._.._etc_x',
    ],
    ['..\\x', `attachment; filename=".._x.jpg"; filename*=UTF-8''.._x.jpg`, '.._x'],
    [
      'a\r\nSet-Cookie: b=1',
      `attachment; filename="a__Set-Cookie: b=1.jpg"; filename*=UTF-8''a__Set-Cookie%3A%20b%3D1.jpg`,
      'a__Set-Cookie: b=1',
    ],
    ['a\u0000\u0085b', `attachment; filename="a__b.jpg"; filename*=UTF-8''a__b.jpg`, 'a__b'],
    ['\ud800', `attachment; filename="?.jpg"; filename*=UTF-8''%EF%BF%BD.jpg`, '\ufffd'],
  ];
  for (const [name, header, saved = name] of cases) {
    t.equal(contentDisposition(name, 'jpg'), header);
    const sent = await throughHttp({ 'content-disposition': header });
    t.equal(readFileName(sent.get('content-disposition')), `${saved}.jpg`);
  }
  t.equal(readFileName('inline'), undefined);
  t.equal(readFileName(null), undefined);
});

t.test('timings', async (t) => {
  const timings = [
    { stage: 'queue', durationMs: 0 },
    { stage: 'launch', durationMs: 1.2345 },
    { stage: 'navigate', startMs: 1.26, durationMs: 1234.96 },
  ];
  const header = serverTiming(timings);
  t.equal(header, 'queue;dur=0, launch;dur=1.2, navigate;dur=1235;start=1.3');
  t.same(readServerTiming(header), [
    { stage: 'queue', durationMs: 0 },
    { stage: 'launch', durationMs: 1.2 },
    { stage: 'navigate', startMs: 1.3, durationMs: 1235 },
  ]);
  t.same(readServerTiming('miss, db;desc="a";dur=53, x;dur=abc, ;dur=1'), [
    { stage: 'db', durationMs: 53 },
  ]);
  t.same(readServerTiming(null), []);
  t.equal(serverTiming([]), '');
});

t.test('rate and ignored parameters', async (t) => {
  const rate = { limit: 60, remaining: 59, resetSeconds: 12 };
  t.same(readRate(await throughHttp(rateHeaders(rate))), rate);
  t.equal(ignoredHeader([]), undefined);
  t.equal(ignoredHeader(['duration', 'pdf_scale']), 'duration, pdf_scale');
});

t.test('names that were ignored, as far as a header can hold them', async (t) => {
  t.equal(ignoredHeader([]), undefined);
  t.equal(ignoredHeader(['_', 'utm_source', '_']), '_, utm_source');
  t.equal(ignoredHeader(['utm_\r\nX: y', 'utm_ü', `utm_${'x'.repeat(100)}`]), undefined);
  const many = Array.from({ length: 1000 }, (_, at) => `utm_${at}`);
  t.equal(ignoredHeader(many)?.split(', ').length, 50);
});

t.test('a receipt comes back as it was, through real HTTP', async (t) => {
  const receipts: Receipt[] = [
    {},
    { status: 200, bytes: { result: 1, received: 2 }, settled: { waited: ['load'] } },
    {
      wall: { kind: 'login', evidence: ['a field for a password'] },
      console: { count: 1, first: ['größe\r\nX-Evil: 1 😀'] },
    },
  ];
  for (const receipt of receipts) {
    const headers = await throughHttp(receiptHeader(receipt));
    t.same(readReceipt(headers), receipt);
    t.equal(headers.get('x-evil'), null);
  }
  for (const text of ['[', '1', 'null', '[]']) {
    t.equal(readReceipt(new Headers({ 'x-tintype-receipt': text })), undefined, text);
  }
  t.equal(readReceipt(new Headers()), undefined);
});

t.test('a receipt has all 50 areas to ignore, whatever else is in it', (t) => {
  const ignored = Array.from({ length: 50 }, (_, at) => ({
    x: 12_345,
    y: 200_000 + at,
    width: 16_000,
    height: 100_000,
  }));
  const long = Array.from({ length: 5 }, () => 'x'.repeat(200));
  const receipt: Receipt = {
    status: 200,
    console: { count: 9, first: long },
    settled: { waited: long },
    wall: { kind: 'captcha', evidence: ['the widget of a captcha'] },
    session: { name: 's'.repeat(64), used: true, refreshed: true },
    traceId: 'ab'.repeat(16),
    ignored,
  };
  const read = (beside: number) => {
    const headers = receiptHeader(receipt, { x: 'x'.repeat(beside) });
    return readReceipt(new Headers(headers));
  };
  for (const beside of [0, 9000]) t.match(read(beside), { status: 200, ignored }, String(beside));
  const { ignored: none, ...rest } = read(12_500) ?? {};
  t.equal(none, undefined, 'beside much metadata, none');
  t.match(rest, { status: 200, incomplete: true });
  const few = readReceipt(new Headers(receiptHeader({ ignored: ignored.slice(0, 2) })));
  t.same(few, { ignored: ignored.slice(0, 2) });
  const odd = '{"ignored":[1,[1,2,3],[1,2,3,"4"],{},[1,2,3,4]]}';
  t.same(readReceipt(new Headers({ 'x-tintype-receipt': odd })), {
    ignored: [{ x: 1, y: 2, width: 3, height: 4 }],
  });
  t.end();
});

t.test('a receipt that is too long is cut, its verdicts last', (t) => {
  const long = Array.from({ length: 5 }, () => 'ü'.repeat(200));
  const receipt: Receipt = {
    status: 403,
    wall: { kind: 'captcha', evidence: ['the widget of a captcha'] },
    console: { count: 7, first: long },
    images: { broken: 7, loading: 0, lazy: 0, first: ['a'] },
    bytes: { result: 1, received: 2 },
  };
  const written = (given: Receipt, beside = {}) =>
    receiptHeader(given, beside)['X-Tintype-Receipt'] ?? '';
  const read = (text: string) => JSON.parse(text) as Receipt;
  t.same(read(written(receipt)), { ...receipt, console: { count: 7, first: [] } });
  const images = { ...receipt, images: { broken: 7, loading: 0, lazy: 0, first: long } };
  t.match(read(written(images)), { images: { broken: 7, first: [] }, bytes: { result: 1 } });
  const much = { ...receipt, glyphs: Array.from({ length: 400 }, () => 'Thai') };
  const least = { status: 403, wall: { kind: 'captcha', evidence: [] }, incomplete: true };
  t.same(read(written(much)), least);
  const browser = { remote: true as const, unguarded: ['memory' as const] };
  t.same(read(written({ ...much, browser })), { ...least, browser }, 'what was not guarded stays');
  const metadata = { 'X-Tintype-Metadata-Headers': 'x'.repeat(12_500) };
  const some = { ...receipt, settled: { waited: ['x'.repeat(600)] } };
  t.ok(written(some, metadata).length <= 512);
  t.same(read(written(some, metadata)), least);
  t.end();
});

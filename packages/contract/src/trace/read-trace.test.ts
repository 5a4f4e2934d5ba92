import { deflateRawSync } from 'node:zlib';
import t from 'tap';
import { readTrace } from './read-trace.ts';

/** Creates a zip with the sizes after each content, and in the central directory. */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    head.writeUInt16LE(4, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    list.push(entry, Buffer.from(name));
    const part = Buffer.concat([
      head,
      Buffer.from(name),
      Buffer.alloc(4),
      packed,
      Buffer.alloc(16),
    ]);
    parts.push(part);
    at += part.length;
  }
  const names = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, names, end]));
}

const limits = { maxRows: 500, maxFrames: 100, maxChars: 2_000 };

const summary = {
  version: 1,
  kind: 'pdf',
  url: 'https://a.example/',
  error: { code: 'timeout', message: 'Too slow.' },
  stages: [{ stage: 'navigate', startMs: 1, durationMs: 20 }, 'x', { stage: 5 }],
  frames: [
    { atMs: 7, file: 'frames/1.jpeg' },
    { atMs: 8, file: '../secret' },
  ],
};

t.test('returns the stages, requests, console messages and frames of a trace', async (t) => {
  const entries = [
    {
      startedDateTime: '2026-11-21T12:00:00.500Z',
      time: 30,
      request: { url: 'https://a.example/2' },
      response: { status: 404 },
    },
    {
      startedDateTime: '2026-11-21T12:00:00.000Z',
      time: 'x',
      request: { url: 'https://a.example/1' },
      _error: 'net::ERR_FAILED',
    },
    {},
  ];
  const zip = zipOf({
    'trace.json': JSON.stringify(summary),
    'har.json': JSON.stringify({ log: { entries } }),
    'console.json': JSON.stringify([{ atMs: 3, level: 'error', text: '<script>' }]),
    'cdp.jsonl': '{"method":"Page.enable"}\n{',
    'frames/1.jpeg': Buffer.from([1, 2, 3]),
    '../secret': 'x',
  });
  t.same(await readTrace(zip, limits), {
    kind: 'pdf',
    url: 'https://a.example/',
    receipt: undefined,
    messages: [],
    error: { code: 'timeout', message: 'Too slow.' },
    stages: [
      { stage: 'navigate', startMs: 1, durationMs: 20 },
      { stage: '5', startMs: 0, durationMs: 0 },
    ],
    requests: [
      { url: 'https://a.example/2', status: '404', startMs: 500, durationMs: 30 },
      { url: 'https://a.example/1', status: 'net::ERR_FAILED', startMs: 0, durationMs: 0 },
      { url: '', status: '', startMs: 0, durationMs: 0 },
    ],
    console: [{ atMs: 3, level: 'error', text: '<script>' }],
    frames: [{ atMs: 7, image: new Uint8Array([1, 2, 3]) }],
    counts: { requests: 3, console: 1 },
  });
  const { messages } = await readTrace(zip, { ...limits, hasMessages: true });
  t.same(messages, [{ method: 'Page.enable' }]);
});

t.test('limits rows, and reads traces without requests', async (t) => {
  const messages = Array.from({ length: 600 }, (_, atMs) => ({ atMs, level: 'log', text: 'x' }));
  const trace = await readTrace(
    zipOf({
      'trace.json': '{"version":1}',
      'console.json': JSON.stringify(messages),
      'har.json': '{',
    }),
    limits,
  );
  t.equal(trace.console.length, 500);
  t.same(trace.counts, { requests: 0, console: 600 });
  t.equal(trace.error, undefined);
});

t.test('rejects other files, and does not unpack a bomb', async (t) => {
  const noTrace = { message: 'This is no trace of Tintype, or one of a newer version.' };
  await t.rejects(readTrace(new Uint8Array(100), limits), {
    message: 'The file is no zip that can be read.',
  });
  await t.rejects(readTrace(new Uint8Array(3), limits), {
    message: 'The file is no zip that can be read.',
  });
  await t.rejects(readTrace(zipOf({ 'other.json': '{}' }), limits), noTrace);
  await t.rejects(readTrace(zipOf({ 'trace.json': '[]' }), limits), noTrace);
  const bomb = zipOf({
    'trace.json': '{"version":1}',
    'console.json': Buffer.alloc(50 * 1_048_576, 32),
  });
  t.same((await readTrace(bomb, limits)).console, [], 'a file of more than 48 MiB is omitted');
});

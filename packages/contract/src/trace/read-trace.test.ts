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

const unknown = {
  url: '',
  method: '',
  status: '',
  type: '',
  mediaType: '',
  bytes: 0,
  startMs: 0,
  durationMs: 0,
  phases: [],
  initiator: { type: '', url: '' },
};

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
      request: { url: 'https://a.example/2', method: 'POST' },
      response: { status: 404, bodySize: 7, content: { mimeType: 'text/html' } },
      timings: { blocked: 0, dns: -1, connect: 4, ssl: 3, send: 'x', wait: 20, receive: 6 },
      _resourceType: 'fetch',
      _initiator: { type: 'script', url: 'https://a.example/app.js' },
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
      {
        url: 'https://a.example/2',
        method: 'POST',
        status: '404',
        type: 'fetch',
        mediaType: 'text/html',
        bytes: 7,
        startMs: 500,
        durationMs: 30,
        phases: [
          { name: 'connect', durationMs: 4 },
          { name: 'wait', durationMs: 20 },
          { name: 'receive', durationMs: 6 },
        ],
        initiator: { type: 'script', url: 'https://a.example/app.js' },
      },
      { ...unknown, url: 'https://a.example/1', status: 'net::ERR_FAILED' },
      unknown,
    ],
    console: [{ atMs: 3, level: 'error', text: '<script>' }],
    frames: [{ atMs: 7, image: new Uint8Array([1, 2, 3]) }],
    counts: { requests: 3, console: 1 },
  });
  const { messages } = await readTrace(zip, { ...limits, hasMessages: true });
  t.same(messages, [{ method: 'Page.enable' }]);
});

t.test('timestamps of requests are those of the render, if their clocks agree', async (t) => {
  const startOf = async (started: string) => {
    const entries = [{ startedDateTime: '2026-11-21T12:00:00.500Z' }];
    const files = {
      'trace.json': JSON.stringify({ ...summary, started }),
      'har.json': JSON.stringify({ log: { entries } }),
    };
    return (await readTrace(zipOf(files), limits)).requests[0]?.startMs;
  };
  t.equal(await startOf('2026-11-21T12:00:00.200Z'), 300);
  t.equal(await startOf('2026-11-21T12:00:01.000Z'), 0, 'a request before the render');
  t.equal(await startOf('2026-11-21T11:00:00.000Z'), 0, 'an hour later');
  t.equal(await startOf('yesterday'), 0);
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

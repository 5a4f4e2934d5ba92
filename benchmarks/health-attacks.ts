/**
 * Attacks a service for benchmarks/health.ts, in a thread, with the given number of connections,
 * each as fast as possible.
 */
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';

export interface AttackOrder {
  name: string;
  address: string;
  accessKey: string;
}

interface Attack {
  connections: number;
  /** Writes one request, during which the connection may close. */
  send(socket: Socket): Promise<void> | void;
}

const {
  name = '',
  address = 'http://127.0.0.1',
  accessKey = '',
} = (workerData ?? {}) as Partial<AttackOrder>;
const { port, hostname } = new URL(address);
const megabyte = 1_048_576;

const head = (method: string, path: string, headers: Record<string, string | number>) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    '\r\n',
  ].join('\r\n');
const json = { 'Content-Type': 'application/json' };
const keyed = { ...json, 'X-Access-Key': accessKey };
const post = (body: string, headers: Record<string, string> = keyed, path = '/v1/pdf') =>
  Buffer.from(head('POST', path, { ...headers, 'Content-Length': Buffer.byteLength(body) }) + body);
const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const whole = (make: () => string | Buffer) => {
  const bytes = lazily(make);
  return (socket: Socket) => void socket.write(bytes());
};

// Refused for its name, so that nothing is rendered.
const escapes = lazily(() => `{"nonsense":"${'\\"'.repeat(5 * megabyte - 100)}"}`);
const chunks = lazily(() => Buffer.from('1\r\nx\r\n'.repeat(20_000)));

/** Requests a batch of a sitemap, and waits: a service reads four at a time. */
const askForSitemap = (name: string) => async (socket: Socket) => {
  const sitemap = `http://127.0.0.1:${await sitemaps()}/${name}`;
  socket.write(post(JSON.stringify({ kind: 'pdf', sitemap }), keyed, '/v1/batches'));
};

const attacks: Record<string, Attack> = {
  none: { connections: 0, send() {} },
  '50 stop inside 10 MB, no key': {
    connections: 50,
    send(socket) {
      socket.write(head('POST', '/v1/pdf', { ...json, 'Transfer-Encoding': 'chunked' }));
      socket.write(`a00000\r\n${'x'.repeat(9 * megabyte)}`);
    },
  },
  '50 stop inside 10 MB, with a key': {
    connections: 50,
    send(socket) {
      socket.write(head('POST', '/v1/pdf', { ...keyed, 'Content-Length': 10 * megabyte }));
      socket.write('x'.repeat(9 * megabyte));
    },
  },
  'one-byte chunks, no key': {
    connections: 8,
    send(socket) {
      socket.write(head('POST', '/v1/pdf', { ...json, 'Transfer-Encoding': 'chunked' }));
      return pour(socket, chunks());
    },
  },
  'one-byte chunks, with a key': {
    connections: 8,
    send(socket) {
      socket.write(head('POST', '/v1/pdf', { ...keyed, 'Transfer-Encoding': 'chunked' }));
      return pour(socket, chunks());
    },
  },
  '10 MB of \\", no key': { connections: 8, send: whole(() => post(escapes(), json)) },
  '10 MB of \\", with a key': { connections: 2, send: whole(() => post(escapes())) },
  '19,900 unknown names': {
    connections: 2,
    send: whole(() => {
      const names = Array.from({ length: 19_900 }, (_, index) => [`viewport_widt_${index}`, '1']);
      return post(JSON.stringify(Object.fromEntries(names)));
    }),
  },
  'async bodies of 9 MB': {
    connections: 2,
    send: whole(() => post(JSON.stringify({ html: '<p>ü</p>'.repeat(megabyte), async: true }))),
  },
  'wrong keys': {
    connections: 32,
    send: whole(() => head('GET', '/v1/usage', { 'X-Access-Key': 'wrong' })),
  },
  'pipelined requests': {
    connections: 8,
    send: whole(() => head('GET', '/v1/usage', {}).repeat(2_000)),
  },
  'queries of 20,000 pairs, no key': {
    connections: 8,
    send: whole(() => head('GET', `/v1/pdf?${'a&'.repeat(20_000)}`, {})),
  },
  'sitemaps nested 3,400,000 deep': { connections: 4, send: askForSitemap('nested') },
  'sitemaps nested deep, compressed to 10 KB': { connections: 4, send: askForSitemap('packed') },
  'sitemaps of 50,000 pages': { connections: 4, send: askForSitemap('wide') },
  'forms of 10 MB of fields': {
    connections: 2,
    send: whole(() => {
      const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
      const form = { ...keyed, 'Content-Type': 'multipart/form-data; boundary=x' };
      return post(field.repeat(150_000), form);
    }),
  },
  'storage_state of nested lists': {
    connections: 2,
    send: whole(() => post(JSON.stringify({ html: 'x', storage_state: '['.repeat(1_000_000) }))),
  },
  'a receiver of webhooks that answers 1xx without end': {
    connections: 1,
    async send(socket) {
      const url = `http://127.0.0.1:${await receiver()}/`;
      socket.write(post(JSON.stringify({ html: 'x', async: true, webhook_url: url })));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
  },
};

export const attackNames = Object.keys(attacks);

async function pour(socket: Socket, bytes: Buffer): Promise<void> {
  while (socket.writable) {
    if (socket.write(bytes)) await new Promise((resolve) => setImmediate(resolve));
    else await until(socket, 'drain');
  }
}

/** Waits for an event of a connection, or its end. */
function until(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off(event, end).off('close', end);
      resolve();
    };
    socket.on(event, end).on('close', end);
    if (socket.destroyed) end();
  });
}

const sitemaps = lazily(async () => {
  const nested = '<a>'.repeat(3_400_000);
  const pages = Array.from(
    { length: 50_000 },
    (_, at) => `<url><loc>http://b.test/${at}</loc></url>`,
  );
  const files: Record<string, string | Buffer> = {
    '/nested': nested,
    '/packed': gzipSync(nested),
    '/wide': `<urlset>${pages.join('')}</urlset>`,
  };
  const server = createServer((request, response) => response.end(files[request.url ?? '']));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});

const receiver = lazily(async () => {
  const server = createServer((_request, response) => {
    const bytes = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000);
    const go = () => {
      if (response.socket?.writable !== true) return;
      if (response.socket.write(bytes)) setImmediate(go);
      else response.socket.once('drain', go);
    };
    go();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});

/** Received statuses, and connections that closed without one. */
const counts: Record<string, number> = {};

/**
 * One connection, reopened whenever it closes; the next request is sent after the last response.
 */
async function attackWith({ send }: Attack): Promise<void> {
  for (;;) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    let isAnswered = false;
    socket.on('data', (piece) => {
      for (const [, status = ''] of String(piece).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        counts[status] = (counts[status] ?? 0) + 1;
        isAnswered = true;
      }
    });
    await until(socket, 'connect');
    while (socket.writable) {
      isAnswered = false;
      await send(socket);
      if (!socket.destroyed && !isAnswered) await until(socket, 'data');
    }
    if (!isAnswered) counts['closed'] = (counts['closed'] ?? 0) + 1;
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

if (!isMainThread) {
  const attack = attacks[name];
  if (attack === undefined) throw new Error(`--only: there is none of ${attackNames.join('; ')}`);
  parentPort?.on('message', () => parentPort?.postMessage(counts));
  for (let n = 0; n < attack.connections; n += 1) void attackWith(attack);
  parentPort?.postMessage('started');
}

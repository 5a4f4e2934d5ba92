/**
 * Serves a folder; answers to hosts in 127.0.1.0/24 are late by 50 to 1,500 ms, by an amount that
 * depends on the path alone.
 *
 * node slow-server.ts FOLDER SEED: prints `{"port":...}` on one line.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

const [, , root = '', seed = '0'] = process.argv;

const server = createServer((request, response) => {
  void answer(new URL(request.url ?? '/', `http://${request.headers.host}`));

  async function answer(url: URL): Promise<void> {
    if (url.hostname.startsWith('127.0.1.')) await delay(lateMs(url.pathname + url.search));
    try {
      const body = await readFile(path.join(root, decodeURIComponent(url.pathname)));
      const type = types[path.extname(url.pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }
});

function lateMs(name: string): number {
  const part = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE() / 2 ** 32;
  return 50 + part * 1450;
}

server.listen(0, '0.0.0.0', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
process.stdin.on('end', () => process.exit()).resume();

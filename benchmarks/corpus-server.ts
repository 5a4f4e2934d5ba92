/**
 * Serves the pages of a benchmark from a separate process, so that it does not affect the
 * contenders. Every page has a host of its own (127.0.0.x). With a seed, answers to hosts in
 * 127.0.1.0/24 are late by 50 to 1,500 ms, by an amount that depends on the path alone.
 *
 * node corpus-server.ts [FOLDER [SEED]]: prints `{"port":...,"pages":[...]}` on one line.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makePages } from './pages.ts';

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

const [, , folder = '', seed] = process.argv;
const made = folder === '' ? await makePages() : undefined;
const names = made?.keys() ?? readdirSync(folder, { recursive: true, encoding: 'utf8' });
const read = async (name: string) =>
  made ? made.get(name) : readFile(path.join(folder, name)).catch(() => undefined);

const server = createServer(async ({ url = '/', headers }, response) => {
  const { hostname, pathname, search } = new URL(url, `http://${headers.host}`);
  if (seed !== undefined && hostname.startsWith('127.0.1.')) await delay(lateMs(pathname + search));
  const name = decodeURIComponent(pathname).slice(1);
  const body = await read(name);
  response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream');
  if (seed === undefined) response.setHeader('cache-control', 'max-age=60');
  if (!body) response.statusCode = 404;
  response.end(body);
});

function lateMs(name: string): number {
  const part = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE() / 2 ** 32;
  return 50 + part * 1450;
}

server.listen(0, '0.0.0.0', () => {
  const pages = [...names].filter((name) => name.endsWith('.html')).sort();
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ port, pages })}\n`);
});
process.stdin.on('end', () => process.exit()).resume();

/**
 * Serves the pages of a benchmark from a separate process, so that it does not affect the
 * contenders. Every page has a host of its own (127.0.0.x).
 *
 * node corpus-server.ts [FOLDER]: prints `{"port":...,"pages":[...]}` on one line.
 */
import { createServer } from 'node:http';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { makePages } from './pages.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
};

const folder = process.argv[2];
const files = folder === undefined ? await makePages() : readFolder(folder);
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).slice(1);
  const body = files.get(name);
  response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=60');
  if (!body) response.statusCode = 404;
  response.end(body);
});
server.listen(0, '0.0.0.0', () => {
  const pages = [...files.keys()].filter((name) => name.endsWith('.html')).sort();
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ port, pages })}\n`);
});
process.stdin.on('end', () => process.exit()).resume();

function readFolder(root: string): Map<string, Buffer> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => statSync(path.join(root, name)).isFile());
  return new Map(found.map((name) => [name, readFileSync(path.join(root, name))]));
}

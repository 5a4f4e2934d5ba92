import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { SiteResponse } from '@tintype/core';
import t from 'tap';
import { serveFolder } from './serve-folder.ts';

const OUTSIDE = 'not for pages';
const LARGE = 3 * 1024 * 1024;

const dir = t.testdir({
  'secret.txt': OUTSIDE,
  site: {
    'index.html': '<meta charset="iso-8859-1">hello',
    'page.html': '<p>hé</p>',
    'style.css': 'body{}',
    'a b ü.svg': '<svg/>',
    'unknown.zzz': 'x',
    'big.bin': 'b'.repeat(LARGE),
    '.env': 'SECRET=1',
    '.git': { config: 'hidden' },
    docs: { 'index.html': 'docs' },
    empty: {},
    out: t.fixture('symlink', '../secret.txt'),
    outdir: t.fixture('symlink', '..'),
    inner: t.fixture('symlink', 'style.css'),
    dotted: t.fixture('symlink', '.env'),
  },
});
const site = serveFolder(`${dir}/site`);

async function ask(path: string, method = 'GET') {
  const url = new URL(`http://page.tintype.localhost${path}`);
  const answer: SiteResponse = await site({ method, url, headers: {} });
  const body =
    answer.body instanceof Uint8Array ? Buffer.from(answer.body) : await buffer(answer.body);
  return { status: answer.status, headers: answer.headers, text: body.toString(), body };
}

t.test('a folder may be made after it was asked for', async (t) => {
  const later = serveFolder(`${dir}/later`);
  const url = new URL('http://page.tintype.localhost/style.css');
  const get = () => later({ method: 'GET', url, headers: {} });
  t.match(await get(), { status: 404 });
  symlinkSync(`${dir}/site`, `${dir}/later`);
  t.match(await get(), { status: 200 });
});

t.test('serves files with their media types', async (t) => {
  t.match(await ask('/style.css'), {
    status: 200,
    headers: { 'content-type': 'text/css;charset=utf-8', 'content-length': '6' },
    text: 'body{}',
  });
  t.match((await ask('/page.html')).headers, { 'content-type': 'text/html;charset=utf-8' });
  t.match((await ask('/unknown.zzz')).headers, { 'content-type': 'application/octet-stream' });
  const odd = await ask('/a%20b%20%C3%BC.svg?v=1');
  t.match(odd, { status: 200, headers: { 'content-type': 'image/svg+xml' } });
});

t.test('leaves the encoding to a page that declares it', async (t) => {
  t.equal((await ask('/index.html')).headers['content-type'], 'text/html');
});

t.test('gives index.html for a folder, after a redirect to its slash', async (t) => {
  t.equal((await ask('/')).text.includes('hello'), true);
  t.equal((await ask('/docs/')).text, 'docs');
  t.match(await ask('/docs?x=1'), { status: 301, headers: { location: '/docs/?x=1' } });
  t.equal((await ask('/empty/')).status, 404);
});

t.test('streams large files whole', async (t) => {
  const big = await ask('/big.bin');
  t.equal(big.headers['content-length'], String(LARGE));
  t.equal(big.body.byteLength, LARGE);
});

t.test('HEAD gives the headers alone', async (t) => {
  for (const path of ['/style.css', '/big.bin']) {
    const head = await ask(path, 'HEAD');
    const get = await ask(path);
    t.equal(head.status, 200);
    t.same(head.headers, get.headers);
    t.equal(head.text, '');
  }
});

t.test('other methods are refused', async (t) => {
  t.match(await ask('/style.css', 'POST'), { status: 405, headers: { allow: 'GET, HEAD' } });
});

t.test('nothing outside the folder, and nothing hidden, is found', async (t) => {
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/docs/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/docs%2findex.html',
    '/out',
    '/outdir/secret.txt',
    '/.env',
    '/%2eenv',
    '/dotted',
    '/.git/config',
    '/style.css%00.html',
    '/%ff',
    '/missing.css',
    '/style.css/',
  ];
  for (const path of paths) {
    const got = await ask(path);
    t.equal(got.status, 404, path);
    t.notMatch(got.text, OUTSIDE, path);
    t.notMatch(got.text, dir, `${path} tells no path of this machine`);
  }
  t.equal((await ask('/inner')).text, 'body{}', 'a link that stays inside works');
});

t.test('a named pipe does not block', { skip: process.platform === 'win32' }, async (t) => {
  execFileSync('mkfifo', [`${dir}/site/pipe`]);
  t.equal((await ask('/pipe')).status, 404);
});

t.test('a folder that is itself reached through a link works', async (t) => {
  symlinkSync(`${dir}/site`, `${dir}/alias`);
  const alias = serveFolder(`${dir}/alias`);
  const url = new URL('http://page.tintype.localhost/style.css');
  t.equal((await alias({ method: 'GET', url, headers: {} })).status, 200);
});

t.test('a folder that is not there has no files', async (t) => {
  const none = serveFolder(`${dir}/none`);
  const url = new URL('http://page.tintype.localhost/');
  t.equal((await none({ method: 'GET', url, headers: {} })).status, 404);
});

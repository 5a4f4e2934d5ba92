import { basename } from 'node:path';
import t from 'tap';
import { fileNameFor } from './file-name.ts';
import type { Target } from './target.ts';

function name(url: string): string {
  return fileNameFor({ typed: url, from: 'url', url, allow: [] });
}

t.test('derives readable file names', async (t) => {
  const cases: Record<string, string> = {
    'https://example.com/': 'example.com',
    'https://example.com/about': 'example.com-about',
    'https://example.com/about/': 'example.com-about',
    'https://example.com/a/b.html': 'example.com-a-b',
    'https://example.com/search?q=two%20cats&p=2': 'example.com-search-q-two-cats-p-2',
    'http://localhost:3000/x': 'localhost-3000-x',
    'http://[::1]:3000/': '1-3000',
    'https://example.com/%E6%97%A5%E6%9C%AC': 'example.com-日本',
  };
  for (const [url, expected] of Object.entries(cases)) t.equal(name(url), expected, url);
  t.equal(fileNameFor({ typed: '-', from: 'stdin' }), 'page');
  const file: Target = {
    typed: 'x',
    from: 'file',
    url: '',
    file: '/somewhere/My page.html',
    root: '',
  };
  t.equal(fileNameFor(file), 'My-page');
});

t.test('never points to another folder, whatever the URL', async (t) => {
  const paths = [
    '/..%2f..%2fetc%2fpasswd',
    '/%00',
    '/a%5cb',
    '/%2e%2e',
    '/con',
    '/~%0a%1b[31m',
    '/%ff',
  ];
  for (const path of paths) {
    const got = name(`https://example.com${path}`);
    t.equal(basename(got), got, path);
    t.match(got, /^[\p{L}\p{M}\p{N}._-]+$/u, path);
    t.notMatch(got, /^[.-]|\.\.|[.-]$/, path);
  }
  t.equal(name('http://con/'), 'page-con');
});

t.test('limits names in bytes, and never splits a character', async (t) => {
  const got = name(`https://example.com/${'日'.repeat(500)}`);
  t.ok(Buffer.byteLength(got) <= 120);
  t.match(got, /^example\.com-日+$/);
});

import t from 'tap';
import { filterHeaders } from './filter-headers.ts';

t.test('order, case and duplicates stay; the connection and what it names goes', async (t) => {
  const raw = [
    'X-A',
    '1',
    'set-cookie',
    'a',
    'Set-Cookie',
    'b',
    'Connection',
    'close, X-Hop',
    'x-hop',
    '1',
    'TE',
    'trailers',
  ];
  t.same(filterHeaders(raw), ['X-A', '1', 'set-cookie', 'a', 'Set-Cookie', 'b']);
});

t.test('Connection cannot take away what frames or addresses the message', async (t) => {
  const raw = ['Connection', 'content-length, host', 'Content-Length', '3', 'Host', 'a'];
  t.same(filterHeaders(raw), ['Content-Length', '3', 'Host', 'a']);
});

t.test('a length beside a transfer encoding goes', async (t) => {
  t.same(filterHeaders(['Content-Length', '3', 'Transfer-Encoding', 'chunked', 'A', 'b']), [
    'A',
    'b',
  ]);
});

t.test('the names to drop', async (t) => {
  t.same(filterHeaders(['HOST', 'a', 'A', 'b'], ['host']), ['A', 'b']);
});

import t from 'tap';
import { queryOfPost } from './query-of-post.ts';

const query = (text: string, type: string) => queryOfPost(Buffer.from(text), type);

t.test('keeps form fields, names JSON values, encodes other bodies in base64', async (t) => {
  t.equal(query('a=1&b=2', 'application/x-www-form-urlencoded; charset=utf-8'), 'a=1&b=2');
  t.equal(query('{"a":1,"b":[{"a":"x y"}]}', 'application/json'), 'a=1&a.2_=x+y');
  t.equal(query('{', 'application/json'), '');
  t.equal(query('{', 'text/plain'), '__wb_post_data=ew==');
  t.equal(query('abc', 'image/png'), '__wb_post_data=YWJj');
  t.equal(query('a'.repeat(100_000), 'application/x-www-form-urlencoded').length, 4096);
});

t.test('does not parse JSON above 64 KiB', async (t) => {
  const body = JSON.stringify({ a: 'x'.repeat(70_000) });
  const start = Buffer.from(body.slice(0, 3000)).toString('base64');
  t.ok(query(body, 'application/json').startsWith(`__wb_post_data=${start}`));
  t.equal(query('['.repeat(10_000_000), 'application/json').length, 4096);
});

import { PassThrough } from 'node:stream';
import t from 'tap';
import { columnsOf, fitted, formatBytes, formatMs, oneLine, paint, wrap } from './terminal.ts';

t.test('oneLine removes line breaks and control characters', async (t) => {
  t.equal(oneLine('a\nb\r\n c\tд'), 'a b  c д');
  t.equal(oneLine('\x1b[31mred\x1b[0m \x1b]0;title\x07x'), 'red x');
  t.equal(oneLine('\u202eabc\u2028d\x00'), 'abc d');
});

t.test('wrap keeps every word', async (t) => {
  t.same(wrap('one two three', 7), ['one two', 'three']);
  t.same(wrap('averylongword a', 5), ['averylongword', 'a']);
  t.same(wrap('', 5), ['']);
});

t.test('formats sizes and durations', async (t) => {
  t.same([0, 999, 1000, 999_499, 999_500, 25_276_500_000].map(formatBytes), [
    '0 B',
    '999 B',
    '1 KB',
    '999 KB',
    '1.0 MB',
    '25.3 GB',
  ]);
  t.equal(formatMs(434.4), '0.43 s');
});

t.test('uses no colours and 80 columns without a terminal', async (t) => {
  const pipe = new PassThrough();
  t.equal(paint('red', 'x', pipe), 'x');
  t.equal(columnsOf(pipe), 80);
});

t.test('wraps messages on a terminal only', async (t) => {
  const message = `tintype: ${'word '.repeat(40)}end.`;
  const output = (more: object) => Object.assign(new PassThrough(), more);
  t.equal(fitted(message, output({})), message);
  const lines = fitted(message, output({ isTTY: true, columns: 60 })).split('\n');
  t.ok(lines.length > 3 && lines.every((line) => line.length <= 60));
  t.equal(lines.map((line) => line.trim()).join(' '), message);
  t.ok(lines.slice(1).every((line) => line.startsWith('  ')));
});

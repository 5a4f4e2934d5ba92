import t from 'tap';
import { formatTime, shortenMiddle } from './format.ts';

t.test('a timestamp breaks only before its time', async (t) => {
  const at = Date.UTC(2026, 10, 3, 7, 5) / 1000;
  const text = formatTime(at, 'UTC');
  t.equal(text, '3\u00a0Nov\u00a02026, 07:05');
  t.same(text.split(' '), ['3\u00a0Nov\u00a02026,', '07:05']);
});

t.test('a long text is shortened in its middle', async (t) => {
  t.equal(shortenMiddle('example.com/a/b', 15), 'example.com/a/b');
  t.equal(shortenMiddle('example.com/a/b', 9), 'exam…/a/b');
  t.equal(shortenMiddle('😀😀😀😀', 3), '😀…😀', 'no half of a character');
});

import t from 'tap';
import { formatTime } from './format.ts';

t.test('a timestamp breaks only before its time', async (t) => {
  const at = Date.UTC(2026, 10, 3, 7, 5) / 1000;
  const text = formatTime(at, 'UTC');
  t.equal(text, '3\u00a0Nov\u00a02026, 07:05');
  t.same(text.split(' '), ['3\u00a0Nov\u00a02026,', '07:05']);
});

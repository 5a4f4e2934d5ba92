import t from 'tap';
import { readStart } from './read-start.ts';

t.test('reads a text, or its first 8 MiB', async (t) => {
  t.same(await readStart(new Blob(['häh\uFFFD'])), { text: 'häh\uFFFD', bytes: 7, isCut: false });
  const long = new Blob(['x'.repeat(8_388_607), 'ä', 'y']);
  const { text, bytes, isCut } = await readStart(long);
  t.same([text.length, bytes, isCut], [8_388_607, 8_388_610, true]);
  t.equal(text.at(-1), 'x', 'no half character');
});

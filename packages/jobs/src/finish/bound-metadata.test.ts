import t from 'tap';
import { boundMetadata } from './bound-metadata.ts';

t.test('what fits stays as it is', async (t) => {
  const all = [{ 'x-title': 'One', 'x-fonts': '["a"]' }, {}, { 'x-title': 'x'.repeat(16_000) }];
  t.same(boundMetadata(all), all);
});

t.test('the longest is left out, whichever file it is of', async (t) => {
  const fonts = (size: number) => 'f'.repeat(size);
  const all = [
    { 'x-fonts': fonts(9_000), 'x-title': 'One' },
    { 'x-title': 'Two', 'x-fonts': fonts(7_000) },
    { 'x-fonts': fonts(8_000), 'x-title': 'Three' },
  ];
  t.same(boundMetadata(all), [
    { 'x-title': 'One' },
    { 'x-title': 'Two', 'x-fonts': fonts(7_000) },
    { 'x-fonts': fonts(8_000), 'x-title': 'Three' },
  ]);
  const kept = boundMetadata(Array.from({ length: 20 }, () => ({ 'x-fonts': fonts(1_000) })));
  t.equal(kept.filter((told) => 'x-fonts' in told).length, 16);
});

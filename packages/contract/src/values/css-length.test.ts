import t from 'tap';
import { cssPixels } from './css-length.ts';

t.test('lengths in CSS pixels', async (t) => {
  const lengths: Record<string, number | undefined> = {
    '1in': 96,
    '0.4in': 38.4,
    '2.54cm': 96,
    '1cm': 37.7953,
    '25.4mm': 96,
    '72pt': 96,
    '20px': 20,
    '20': 20,
    '0': 0,
    '1.5': 1.5,
    '': undefined,
    px: undefined,
    '1 in': undefined,
    '-1in': undefined,
    '1e2': undefined,
    '1em': undefined,
    '1IN': undefined,
    '100000': undefined,
  };
  for (const [text, pixels] of Object.entries(lengths)) t.equal(cssPixels(text), pixels, text);
  t.equal(cssPixels(12.345678), 12.3457);
});

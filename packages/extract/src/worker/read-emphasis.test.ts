import t from 'tap';
import { readEmphasis, type StarRun } from './read-emphasis.ts';

/** Runs of stars in a text without any other signs. */
function runsOf(text: string): StarRun[] {
  return [...text.matchAll(/\*+/g)].map(({ 0: { length }, index }) => ({
    before: text[index - 1] ?? '',
    after: text[index + length] ?? '',
    count: length,
  }));
}

/** As CommonMark's own parser reads them: which run opens or closes, and its stars. */
const cases: Record<string, string> = {
  '*a*': '0-1 1',
  '**a**': '0-1 2',
  '***a***': '0-1 2, 0-1 1',
  'a*b*c': '0-1 1',
  'a **b c': '',
  'a * b *c': '',
  'a**(b)**c': '',
  'a **(b)** c': '0-1 2',
  '**a*b*c**': '1-2 1, 0-3 2',
  '*a**b**c*': '1-2 2, 0-3 1',
  '*a**b*': '0-2 1',
  '***a** b*': '0-1 2, 0-2 1',
  '***a* b**': '0-1 1, 0-2 2',
  '*a *b**': '1-2 1, 0-2 1',
  '*a*b**': '0-1 1',
  '**a *b(b**x': '0-2 2',
  '****a** b**': '0-1 2, 0-2 2',
  '*a**': '0-1 1',
};

t.test('stars are read in pairs', async (t) => {
  for (const [text, wanted] of Object.entries(cases)) {
    const pairs = readEmphasis(runsOf(text));
    t.equal(
      pairs.map(({ open, close, used }) => `${open}-${close} ${used}`).join(', '),
      wanted,
      text,
    );
  }
});

t.test('a hundred thousand runs that find no partner', async (t) => {
  t.equal(readEmphasis(runsOf('a ***b* c** '.repeat(30_000))).length, 60_000);
  t.same(readEmphasis(runsOf(' *a'.repeat(100_000))), []);
  t.same(readEmphasis(runsOf('a* '.repeat(100_000))), []);
});

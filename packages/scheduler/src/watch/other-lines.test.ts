import { compare, type TextComparison } from '@tintype/compare';
import t from 'tap';
import { otherLines, withoutLines } from './other-lines.ts';

const file = (lines: string) => ({
  body: Buffer.from(lines.split(' / ').join('\n')),
  mediaType: 'text/markdown',
});

/** Returns the lines that still count of the difference from `before` to `second`; `first` and `second` are two loads. */
async function left(before: string, first: string, second: string): Promise<string> {
  const [old, pending, now] = [file(before), file(first), file(second)];
  const loads = (await compare(pending, now)) as TextComparison;
  const change = (await compare(old, now)) as TextComparison;
  const { diff, added, removed, changed } = withoutLines(change, otherLines(loads.hunks));
  t.equal(changed === 0, added + removed === 0);
  return diff
    .split('\n')
    .filter((line) => /^[+-]/.test(line))
    .join(' ');
}

t.test('lines that are others in both loads are no change', async (t) => {
  const cases: [title: string, before: string, first: string, second: string, left: string][] = [
    ['a quotation', 'P 5 /  / be kind', 'P 5 /  / try it', 'P 5 /  / go on now', ''],
    ['with a word that stays', 'Today: be kind now', 'Today: try it out', 'Today: go on a', ''],
    ['a longer list', '# L / a / b', '# L / c / d / e', '# L / f / g / h / i', ''],
    ['a shorter list', '# L / a / b / c / end', '# L / d / e / end', '# L / f / end', ''],
    ['an empty list', '# L / a / b / end', '# L / d / e / end', '# L / end', ''],
    ['paragraphs', 'a /  / end', 'b /  / c /  / end', 'd /  / e /  / end', ''],
    ['in another order', '# L / a / b / c / d', '# L / d / a / b / c', '# L / b / c / d / a', ''],
    ['a change elsewhere', 'P 5 /  / a', 'P 6 /  / b', 'P 6 /  / c', '-P 5 +P 6'],
    ['a change beside them', 'P 5 / aa', 'P 6 / bb', 'P 6 / cc', '+P 6'],
    ['a new line beside them', 'aa', 'bb / Sold out', 'cc / Sold out', '+Sold out'],
    [
      'a change in a line with a clock',
      'Price: 5 euros, now 1:00',
      'Price: 6 euros, now 1:01',
      'Price: 6 euros, now 1:02',
      '-Price: 5 euros, now 1:00 +Price: 6 euros, now 1:02',
    ],
    ['a line that is gone elsewhere', 'P 5 /  / a', ' / b', ' / c', '-P 5'],
  ];
  for (const [title, before, first, second, expected] of cases) {
    t.equal(await left(before, first, second), expected, title);
  }
});

import t from 'tap';
import { aroundChanges, diffLines } from './line-diff.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after)?.map(
    ({ kind, text }) => ({ same: ' ', gone: '-', new: '+' })[kind] + text,
  );

t.test('diffLines returns removed and added lines', (t) => {
  t.same(shown('a\nb\nc', 'a\nb\nc'), [' a', ' b', ' c']);
  t.same(shown('a\nb\nc', 'a\nx\nc'), [' a', '-b', '+x', ' c']);
  t.same(shown('a\nc', 'a\nb\nc\nd'), [' a', '+b', ' c', '+d']);
  t.same(shown('a\nb\nc\nd', 'b\nd'), ['-a', ' b', '-c', ' d']);
  t.same(shown('', 'x'), ['-', '+x']);
  t.same(shown('a\na\na', 'a'), [' a', '-a', '-a']);
  t.end();
});

t.test('a diff contains both texts completely', (t) => {
  const random = (seed: number) => {
    let state = seed;
    return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  };
  for (let seed = 1; seed <= 200; seed += 1) {
    const next = random(seed);
    const text = () =>
      Array.from({ length: Math.floor(next() * 12) }, () => 'abc'[Math.floor(next() * 3)]).join(
        '\n',
      );
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after) ?? [];
    const without = (kind: string) =>
      lines
        .filter((line) => line.kind !== kind)
        .map((line) => line.text)
        .join('\n');
    if (without('new') !== before || without('gone') !== after) t.fail(`seed ${seed}`);
  }
  t.end();
});

t.test('diffLines returns undefined for too many differences', (t) => {
  const lines = (count: number, mark: string) =>
    Array.from({ length: count }, (_, at) => `${mark}${at}`).join('\n');
  t.equal(diffLines(lines(2_001, 'a'), lines(2_001, 'b')), undefined);
  const same = lines(100_000, 'a');
  t.equal(
    diffLines(`${same}\nx`, `${same}\ny`)?.length,
    100_002,
    'long ones that differ little are',
  );
  t.end();
});

t.test('equal lines far from a change are counted', (t) => {
  const lines = diffLines('1\n2\n3\n4\n5\n6\nx\n7', '1\n2\n3\n4\n5\n6\ny\n7') ?? [];
  t.same(
    aroundChanges(lines, 1).map((part) => (part.kind === 'left' ? part.count : part.text)),
    [5, '6', 'x', 'y', '7'],
  );
  t.same(aroundChanges(diffLines('a', 'a') ?? []), [{ kind: 'left', count: 1 }]);
  t.end();
});

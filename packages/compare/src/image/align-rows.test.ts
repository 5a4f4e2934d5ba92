import t from 'tap';
import { alignRows } from './align-rows.ts';

/** Rows of an image; numbers below 10 are blank rows, which look alike. */
const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
const align = (before: number[], after: number[]) =>
  alignRows(Uint32Array.from(before), Uint32Array.from(after));
const blank = (count: number) => Array.from({ length: count }, () => 0);

t.test('equal images are one block', (t) => {
  const page = [...blank(5), ...rows(100, 50), ...blank(5)];
  t.same(align(page, page), {
    blocks: [{ kind: 'both', before: 0, after: 0, height: 60 }],
    moved: [],
  });
  t.end();
});

t.test('inserted and removed rows move the rest', (t) => {
  const page = [...blank(5), ...rows(100, 50), ...blank(5), ...rows(200, 50)];
  const banner = rows(900, 20);
  t.same(align(page, [...banner, ...page]).blocks, [
    { kind: 'added', before: 0, after: 0, height: 20 },
    { kind: 'both', before: 0, after: 20, height: 110 },
  ]);
  const middle = [...page.slice(0, 55), ...banner, ...page.slice(55)];
  t.same(align(page, middle).blocks, [
    { kind: 'both', before: 0, after: 0, height: 55 },
    { kind: 'added', before: 55, after: 55, height: 20 },
    { kind: 'both', before: 55, after: 75, height: 55 },
  ]);
  t.same(align(middle, page).blocks, [
    { kind: 'both', before: 0, after: 0, height: 55 },
    { kind: 'removed', before: 55, after: 55, height: 20 },
    { kind: 'both', before: 75, after: 55, height: 55 },
  ]);
  t.same(align(page, [...page, ...banner]).blocks, [
    { kind: 'both', before: 0, after: 0, height: 110 },
    { kind: 'added', before: 110, after: 110, height: 20 },
  ]);
  t.end();
});

t.test('changed rows stay in their places', (t) => {
  const page = rows(100, 100);
  const changed = [...rows(100, 40), ...rows(500, 20), ...rows(160, 40)];
  t.same(align(page, changed).blocks, [{ kind: 'both', before: 0, after: 0, height: 100 }]);
  t.same(align(rows(100, 30), rows(500, 40)).blocks, [
    { kind: 'both', before: 0, after: 0, height: 30 },
    { kind: 'added', before: 30, after: 30, height: 10 },
  ]);
  t.same(align([], []).blocks, []);
  t.end();
});

t.test('a block that moved is found where it is', (t) => {
  const [one, two, three] = [rows(100, 40), rows(200, 30), rows(300, 40)];
  const { blocks, moved } = align([...one, ...two, ...three], [...two, ...one, ...three]);
  t.same(moved, [{ before: 40, after: 0, height: 30 }]);
  t.same(
    blocks.map(({ kind, height }) => [kind, height]),
    [
      ['added', 30],
      ['both', 40],
      ['removed', 30],
      ['both', 40],
    ],
  );
  t.end();
});

t.test('covers every row of both images once, whatever they are', (t) => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const alphabet = 2 + random(60);
    const before = Array.from({ length: random(80) }, () => random(alphabet));
    const after = random(2)
      ? [...before.slice(random(40)), ...before.slice(0, random(40))]
      : Array.from({ length: random(80) }, () => random(alphabet));
    const { blocks } = align(before, after);
    let [old, now] = [0, 0];
    for (const block of blocks) {
      if (block.before !== old || block.after !== now || block.height <= 0)
        t.fail(`round ${round}`);
      if (block.kind !== 'added') old += block.height;
      if (block.kind !== 'removed') now += block.height;
    }
    if (old !== before.length || now !== after.length) t.fail(`round ${round}: ${old}, ${now}`);
  }
  t.pass('300 rounds');
  t.end();
});

t.test('pages of 200,000 rows without a row in common take no quadratic time', (t) => {
  const { blocks } = align(rows(1, 200_000), rows(1_000_000, 200_000));
  t.equal(blocks.length, 1);
  t.end();
});

t.test('moved rows include the background around them', (t) => {
  const card = [...Array.from({ length: 12 }, () => 5), ...rows(300, 10), 5, 5, 5];
  const [one, two] = [rows(100, 30), rows(200, 40)];
  const { moved } = align([...card, ...one, ...two], [...one, ...two, ...card]);
  t.same(moved, [{ before: 0, after: 70, height: 25 }]);
  t.end();
});

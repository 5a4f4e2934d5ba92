import { compare, type TextComparison } from '@tintype/compare';
import t from 'tap';
import { learnNoise, mergeNoise, noiseOfHunks, noiseOfRegions } from './noise.ts';

const area = (x: number, y = 0, width = 10, height = 10) => ({ x, y, width, height });
const text = (body: string) => ({ body: Buffer.from(body), mediaType: 'text/markdown' });

async function patternsOf(before: string, after: string): Promise<(string | undefined)[]> {
  const { hunks } = (await compare(text(before), text(after))) as TextComparison;
  return noiseOfHunks(hunks).map(({ text: pattern }) => pattern);
}

t.test('changed words of a line become an expression for the line', async (t) => {
  const cases: [before: string, after: string, ...patterns: string[]][] = [
    ['It is 13:37 now.', 'It is 13:38 now.', String.raw`^It is \d+:\d+ now\.$`],
    ['Quote: (old) [x]', 'Quote: (new) [x]', String.raw`^Quote: \S+ \[x\]$`],
    ['12:00', '13:01', String.raw`^\d+:\d+$`],
    ['one', 'two', '^one$', '^two$'],
    ['Now: 11:59:58 PM', 'Now: 11:59:59 PM', String.raw`^Now: \d+:\d+:\d+\s+\S+$`],
    [
      'As of 28 Nov 2026, 23:59:58 UTC',
      'As of 28 Nov 2026, 23:59:59 UTC',
      String.raw`^As \S+\s+\d+\s+\S+\s+\d+,\s+\d+:\d+:\d+\s+\S+$`,
    ],
    ['Paid 29 euros 1:00', 'Paid 29 euros 1:01', String.raw`^Paid 29 euros \d+:\d+$`],
    ['a b', 'c d'],
    ['same', 'same'],
  ];
  for (const [before, after, ...patterns] of cases) {
    t.same(await patternsOf(`# T\n\n${before}\n`, `# T\n\n${after}\n`), patterns, before);
  }
});

t.test('an expression matches the line as it was, as it is, and as it may be', async (t) => {
  const line = (time: string, user: string) => `${time} a/b|c {x} ^ $5 user ${user} - done?`;
  const [pattern = ''] = await patternsOf(line('9:59', 'ann'), line('10:01', 'bob'));
  const expression = new RegExp(pattern, 'u');
  for (const [time, user] of [
    ['9:59', 'ann'],
    ['10:01', 'bob'],
    ['23:00', 'eve'],
  ] as const) {
    t.match(line(time, user), expression);
  }
  t.notMatch(line('soon', 'eve'), expression);
});

t.test('regions become areas with a margin, and elements', (t) => {
  const region = { type: 'changed', area: area(2, 2), pixels: 5 } as const;
  const tall = { ...region, area: area(50, 0, 10, 50) };
  t.same(noiseOfRegions([region, { ...region, area: area(50), selector: '#ad' }, tall]), [
    { area: { x: 0, y: 0, width: 46, height: 16 } },
    { area: { x: 16, y: 0, width: 78, height: 14 }, selector: '#ad' },
    { area: { x: 46, y: 0, width: 18, height: 54 } },
  ]);
  t.notOk('selector' in (noiseOfRegions([{ ...region, selector: 'body' }])[0] ?? {}));
  const many = Array.from({ length: 60 }, (_, at) => ({ ...region, pixels: at }));
  t.equal(noiseOfRegions(many).length, 50);
  t.end();
});

t.test('areas that overlap are one', (t) => {
  t.same(mergeNoise([{ area: area(0) }], [{ area: area(5, 5) }, { area: area(100) }]), [
    { area: area(0, 0, 15, 15) },
    { area: area(100) },
  ]);
  const selector = { selector: '#a', area: area(0) };
  t.same(mergeNoise([selector], [{ selector: '#a', area: area(90) }]), [
    { selector: '#a', area: area(0, 0, 100, 10) },
  ]);
  t.same(mergeNoise([{ text: 'a' }], [{ text: 'a' }, { text: 'b' }]), [
    { text: 'a' },
    { text: 'b' },
  ]);
  const many = (from: number) => Array.from({ length: 40 }, (_, at) => ({ text: `${from + at}` }));
  t.equal(mergeNoise(many(0), many(40)).length, 50);
  t.end();
});

t.test('noise is learned at the second time', (t) => {
  const first = learnNoise({ noise: [] }, [{ area: area(0) }, { text: 'a' }]);
  t.same(first, { noise: [], suspects: [{ area: area(0) }, { text: 'a' }] });
  t.same(learnNoise(first, [{ area: area(5) }, { area: area(50) }]), {
    noise: [{ area: area(5) }],
    suspects: [{ area: area(50) }],
  });
  t.end();
});

import { compare, type TextComparison } from '@tintype/compare';
import t from 'tap';
import { noiseOfHunks } from './noise-of-hunks.ts';

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

t.test('long lines, and more than 500 of them, have no expressions', (t) => {
  const line = (body: string, words: [number, number][]) => ({
    before: 1,
    after: 1,
    lines: [{ type: 'added', text: body, words } as const],
  });
  const hostile = '1 '.repeat(1_100) + '12:31 a '.repeat(30);
  const marks = Array.from({ length: 30 }, (_, at): [number, number] => [
    2_200 + 8 * at,
    2_205 + 8 * at,
  ]);
  t.same(noiseOfHunks(Array.from({ length: 20 }, () => line(hostile, marks))), []);
  const short = `${'1 '.repeat(60)}12:31 a`;
  const [one] = noiseOfHunks([line(short, [[120, 125]])]);
  t.match(one?.text, /^\^(?:1 ){30}\\d/, 'of a date, the next 60 characters are read');
  const many = Array.from({ length: 600 }, (_, at) => line(`Line ${at}x: 1`, [[0, 1]]));
  t.equal(noiseOfHunks(many).length, 50);
  const plain = Array.from({ length: 500 }, () => line('a', [[0, 1]]));
  t.same(noiseOfHunks([...plain, line('Now: 1:00', [[5, 9]])]), []);
  t.end();
});

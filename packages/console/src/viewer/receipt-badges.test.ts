import t from 'tap';
import { badgesOf } from './receipt-badges.ts';

t.test('each problem is a badge with its evidence, before what is good', async (t) => {
  const badges = badgesOf({
    status: 404,
    wall: { kind: 'captcha', evidence: ['a captcha of reCAPTCHA'] },
    images: { broken: 2, loading: 0, lazy: 0, first: ['https://a.example/x.png'] },
    glyphs: ['Thai'],
    requests: { made: 9, failed: 1, refused: 1, blocked: 3 },
    console: { count: 1, first: ['<b>no</b>'] },
    ignored: [{ x: 1, y: 2, width: 3, height: 4 }],
  });
  t.same(
    badges.map(({ text, tone }) => `${tone}: ${text}`),
    [
      'bad: 404',
      'bad: Wall: captcha',
      'bad: No font for Thai',
      'bad: 2 broken images',
      'bad: 1 failed request',
      'bad: 1 refused target',
      'bad: 1 script error',
      'good: Not blank',
      'note: 3 blocked requests',
      'note: 1 ignored area',
    ],
  );
  const evidenceOf = (text: string) => badges.find((one) => one.text === text)?.evidence;
  t.same(evidenceOf('2 broken images'), ['https://a.example/x.png']);
  t.match(evidenceOf('Wall: captcha'), [/a captcha/, 'a captcha of reCAPTCHA']);
  t.same(evidenceOf('1 script error'), ['<b>no</b>']);
  t.same(badges.at(-1)?.boxes, [{ x: 1, y: 2, width: 3, height: 4 }]);
});

t.test('a document that could not be read is not called good', async (t) => {
  t.same(
    badgesOf({ incomplete: true }).map(({ tone }) => tone),
    ['bad'],
  );
  const texts = badgesOf({ status: 200, incomplete: true }).map(({ text }) => text);
  t.same(texts, ['200', 'Shortened']);
});

import t from 'tap';
import { addNoise, isTooWide, learnNoise, mergeNoise, noiseOfRegions } from './noise.ts';

const area = (x: number, y = 0, width = 10, height = 10) => ({ x, y, width, height });

t.test('regions become areas with a margin, and elements', (t) => {
  const region = { type: 'changed', area: area(2, 2), pixels: 5 } as const;
  const tall = { ...region, area: area(50, 0, 10, 50) };
  t.same(noiseOfRegions([region, { ...region, area: area(50), selector: '#ad' }, tall]), [
    { area: { x: 0, y: 0, width: 46, height: 16 } },
    { area: { x: 16, y: 0, width: 78, height: 14 }, selector: '#ad' },
    { area: { x: 46, y: 0, width: 18, height: 54 } },
  ]);
  t.notOk('selector' in (noiseOfRegions([{ ...region, selector: 'body' }])[0] ?? {}));
  const named = (type: 'changed' | 'text', after: string) =>
    noiseOfRegions([{ ...region, type, selector: '#a', text: { before: '9:41', after } }])[0];
  t.match(named('text', '9:42'), { selector: '#a' });
  t.notOk('selector' in (named('changed', '9:41') ?? {}), 'an element that has the same text');
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

t.test('noise is learned at the second time within a week', (t) => {
  const week = 7 * 24 * 60 * 60_000;
  const first = learnNoise({ noise: [] }, { noise: [{ area: area(0) }, { text: 'a' }] }, week);
  t.same(first, {
    noise: [],
    suspects: [{ area: area(0) }, { text: 'a' }],
    suspectsAt: week,
  });
  const second = { noise: [{ area: area(5) }, { area: area(50) }] };
  t.same(learnNoise(first, second, 2 * week), {
    noise: [{ area: area(5) }],
    suspects: [{ area: area(50) }],
    suspectsAt: 2 * week,
  });
  t.same(learnNoise(first, second, 2 * week + 1).noise, []);
  t.end();
});

t.test('noise never covers more than 30 % of an image', (t) => {
  const size = { width: 100, height: 100 };
  const noise = [{ area: area(0, 0, 100, 20) }, { text: 'a' }];
  t.notOk(isTooWide([{ area: area(0, 0, 100, 30) }], size));
  t.ok(isTooWide([{ area: area(0, 0, 100, 31) }], size));
  t.ok(isTooWide([...noise, { area: area(20, 50, 60, 20) }], size));
  t.notOk(isTooWide([...noise, { area: area(50, 10, 60, 20) }], size), 'counted once each');
  t.notOk(isTooWide([{ area: area(90, -50, 1_000, 1_000) }], size), 'outside of it');
  t.notOk(isTooWide([{ area: area(0, 0, 100, 100) }], undefined), 'of a text');
  const found = [{ area: area(0, 15, 100, 20) }, { text: 'b' }, { area: area(0, 90) }];
  t.same(addNoise(noise, found, size), [...noise, { text: 'b' }]);
  t.same(addNoise(noise, found.slice(1), size), [...noise, ...found.slice(1)]);
  t.end();
});

import t from 'tap';
import { isPlaceholder, largestOf } from './image-address.ts';

const shown = { naturalWidth: 100 } as HTMLImageElement;

t.test('the largest of a set, as browsers read it', async (t) => {
  const sets: Record<string, string> = {
    '/s.png 320w, /l,1.png 1280w, /m.png 640w': '/l,1.png',
    '/s.png 1x,/l.png 2.5x ,/m.png 2x': '/l.png',
    '/only.png': '/only.png',
    ' /a.png, /b.png 2x,': '/b.png',
    '/b.png 0.5x, /a.png ,': '/a.png',
    'data:image/gif;base64,R0lGOD 9x, /a.png 1x': '/a.png',
    '/odd.png large, /a.png': '/a.png',
    '': '',
    ' , ,': '',
  };
  for (const [set, address] of Object.entries(sets)) t.equal(largestOf(set), address, set);
});

t.test('placeholders by their names', async (t) => {
  t.ok(isPlaceholder(shown, '/img/lazy-bg.gif?v=1'));
  t.ok(isPlaceholder(shown, 'https://example.com/Spacer.GIF'));
  t.notOk(isPlaceholder(shown, '/lazy/tent.png'));
  t.notOk(isPlaceholder(shown, '/tent.png'));
});

t.test('addresses that are made to take long', async (t) => {
  const sets = ['a'.repeat(20_000), '1'.repeat(20_000), 'a,'.repeat(10_000), 'a '.repeat(10_000)];
  for (const set of sets) {
    for (let time = 0; time < 500; time += 1) largestOf(`${set} b c`);
  }
  t.notOk(isPlaceholder(shown, 'lazy'.repeat(500_000)));
});

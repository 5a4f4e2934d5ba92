import sharp from 'sharp';
import t from 'tap';
import { mediaFlagsPage, readFlags, scriptFlagsPage } from './flags-page.ts';
import { readPixels } from './read-pixels.ts';

async function squares(...colours: string[]) {
  const data = colours.map((background, index) => ({
    input: { create: { width: 20, height: 20, channels: 3, background } } as const,
    left: index * 20,
    top: 0,
  }));
  const canvas = { width: 100, height: 30, channels: 3, background: '#fff' } as const;
  return readPixels(await sharp({ create: canvas }).composite(data).png().toBuffer());
}

t.test('reads green as true and red as false', async (t) => {
  t.same(readFlags(await squares('#0f0', '#f00', '#0f0'), 3), [true, false, true]);
});

t.test('refuses to guess at any other colour', async (t) => {
  const image = await squares('#0e0');
  t.throws(() => readFlags(image, 1), /expected 255 0 0 255/);
});

t.test('pages carry what they are to show', async (t) => {
  t.match(mediaFlagsPage(['print', '(hover)']), /@media print\{#f0[^]*@media \(hover\)\{#f1/);
  t.match(scriptFlagsPage(['a === b'], '<base href="/x">'), /<base href="\/x">[^]*\(a === b\)/);
});

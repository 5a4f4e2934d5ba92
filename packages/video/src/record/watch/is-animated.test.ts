import sharp from 'sharp';
import t from 'tap';
import { isAnimated, mayBeAnimated } from './watch-players.ts';

const pages = 3;
const size = 16;
const raw = Buffer.alloc(size * size * 3 * pages, Buffer.from([10, 200, 90, 250, 3, 77, 128]));
const still = () => sharp(raw, { raw: { width: size, height: size * pages, channels: 3 } });
const moving = () =>
  sharp(raw, { raw: { width: size, height: size * pages, channels: 3, pageHeight: size } });

t.test('images that move and images that do not', async (t) => {
  const delay = [100, 100, 100];
  t.ok(isAnimated(await moving().gif({ delay }).toBuffer()), 'GIF');
  t.ok(isAnimated(await moving().webp({ delay }).toBuffer()), 'WebP');
  t.notOk(isAnimated(await still().gif().toBuffer()), 'GIF of one frame');
  t.notOk(isAnimated(await still().webp().toBuffer()), 'WebP of one frame');
  const withAlpha = still().ensureAlpha(0.5);
  t.notOk(isAnimated(await withAlpha.webp().toBuffer()), 'WebP of one frame with alpha');
  t.notOk(isAnimated(await still().avif().toBuffer()), 'AVIF');
  const png = await still().png().toBuffer();
  t.notOk(isAnimated(png), 'PNG');
  // Signature and header take 33 bytes; an acTL chunk may follow.
  const control = Buffer.from(
    '00000008' + '6163544c' + '00000002' + '00000000' + 'f38d9370',
    'hex',
  );
  t.ok(isAnimated(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])), 'APNG');
  const sequence = Buffer.from(
    '0000002c6674797061766973000000006176697361766966' + '6d696631'.repeat(5),
    'hex',
  );
  t.ok(isAnimated(sequence), 'AVIF sequence');
});

t.test('anything else', async (t) => {
  for (const bytes of ['', 'GIF89a', 'RIFF', '\0'.repeat(64), 'ftyp'.repeat(20)]) {
    t.notOk(isAnimated(Buffer.from(bytes)));
  }
  t.ok(mayBeAnimated.test('image/webp'));
  t.notOk(mayBeAnimated.test('image/jpeg'));
});

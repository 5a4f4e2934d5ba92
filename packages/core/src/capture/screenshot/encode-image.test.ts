import { parseRequest, type ScreenshotRequest } from '@tintype/contract';
import sharp from 'sharp';
import t from 'tap';
import { encodeImage } from './encode-image.ts';

const request = (format: string) =>
  parseRequest({ kind: 'screenshot', url: 'http://a.test/', format }).request as ScreenshotRequest;

const strip = (height: number) =>
  sharp({ create: { width: 4, height, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();

t.test('reports an image that is too large for its format', async (t) => {
  for (const [format, height] of [
    ['webp', 16_384],
    ['jpeg', 65_536],
    ['gif', 65_536],
  ] as const) {
    await t.rejects(encodeImage([await strip(height)], request(format)), {
      code: 'image_too_large',
      message: new RegExp(`${format}.*png`),
    });
  }
});

t.test('reports other failures as internal', async (t) => {
  const cut = (await strip(3000)).subarray(0, 60);
  for (const shots of [[cut], [Buffer.from('no image')], [Buffer.alloc(0)]]) {
    await t.rejects(encodeImage(shots, request('webp')), { code: 'internal', cause: Error });
  }
});

t.test('rejects strips of different images', async (t) => {
  const uneven = [await strip(10), await strip(12), await strip(3)];
  const error = await encodeImage(uneven, request('png')).catch((reason: Error) => reason);
  t.match(error, { code: 'internal', cause: { message: /strips of one height.*10, 12, 3/ } });
});

t.test('cuts the image at the end of the last strip', async (t) => {
  const shots = [await strip(10), await strip(10), await strip(10), await strip(1)];
  const { imageSize } = await encodeImage(shots, request('png'));
  t.same(imageSize, { width: 4, height: 31 });
});

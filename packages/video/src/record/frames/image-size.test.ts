import sharp from 'sharp';
import t from 'tap';
import { imageSize } from './image-size.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } });

t.test('the size of real images', async (t) => {
  t.same(imageSize(await blank(641, 1).jpeg().toBuffer()), { width: 641, height: 1 });
  t.same(imageSize(await blank(3, 1079).jpeg({ progressive: true }).toBuffer()), {
    width: 3,
    height: 1079,
  });
  t.same(imageSize(await blank(77, 5000).png().toBuffer()), { width: 77, height: 5000 });
});

t.test('what is no image, or half of one, has none', async (t) => {
  const whole = await blank(9, 9).jpeg().toBuffer();
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello, world'), whole.subarray(0, 12)]) {
    t.equal(imageSize(bytes), undefined);
  }
});

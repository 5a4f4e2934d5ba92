import { COLOURS, type DecodedImage, inDepth, solidPage } from '@tintype/testkit';
import { createHash } from 'node:crypto';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const size = { viewport_width: 256, viewport_height: 64 };

const gradient = lab.server.page(
  '/gradient',
  `<!doctype html><style>html{height:100%;background:linear-gradient(90deg,#000,#fff)}</style>`,
);
// Slopes in all directions: what codecs round more or less, as in a photograph.
const slopes = Array.from(
  { length: 6 },
  (_, index) =>
    `repeating-linear-gradient(${index * 31}deg,rgba(255,0,0,.3),rgba(0,255,0,.3) ${17 + index * 5}px,rgba(0,0,255,.3) ${40 + index * 7}px)`,
);
const busy = lab.server.page(
  '/busy',
  `<!doctype html><style>html{height:100%;background:${slopes.join()}}</style>`,
);

/** Mean difference of a channel. */
function meanError(a: DecodedImage, b: DecodedImage): number {
  let sum = 0;
  for (let offset = 0; offset < a.data.length; offset += 4)
    for (let sample = offset; sample < offset + 3; sample += 1)
      sum += Math.abs(a.data[sample]! - b.data[sample]!);
  return sum / (a.width * a.height * 3);
}

const formats = [
  { format: 'jpeg', extension: 'jpeg', mediaType: 'image/jpeg', magic: /^ffd8ff/, error: 1.5 },
  { format: 'jpg', extension: 'jpg', mediaType: 'image/jpeg', magic: /^ffd8ff/, error: 1.5 },
  { format: 'png', extension: 'png', mediaType: 'image/png', magic: /^89504e470d0a1a0a/, error: 0 },
  {
    format: 'webp',
    extension: 'webp',
    mediaType: 'image/webp',
    magic: /^52494646.{8}57454250/,
    error: 2,
  },
  { format: 'gif', extension: 'gif', mediaType: 'image/gif', magic: /^47494638[37]961/, error: 2 },
];

t.test('each format is what it says, and shows the page', async (t) => {
  await using page = await lab.open({ url: gradient, ...size });
  const { image: exact } = await page.shoot();
  t.ok(
    exact.at(0, 10)[0] < 3 && exact.at(255, 10)[0] > 252,
    'the gradient runs from black to white',
  );
  for (const { format, extension, mediaType, magic, error } of formats) {
    if (format === 'jpg' && !inDepth(t, format)) continue;
    const { result, image } = await page.shoot({ format });
    t.match(result, { kind: 'screenshot', mediaType, extension }, format);
    t.match(Buffer.from(result.body).toString('hex'), magic, `${format}: magic bytes`);
    t.match(image, { width: 256, height: 64 }, `${format}: size`);
    t.same(result.metadata.imageSize, { width: 256, height: 64 }, `${format}: stated size`);
    const found = meanError(exact, image);
    t.ok(found <= error, `${format}: mean error ${found} is at most ${error}`);
  }
});

t.test('jpeg is the default, with quality 80', async (t) => {
  const plain = await lab.renderer.render({ kind: 'screenshot', url: busy, ...size });
  t.equal(plain.mediaType, 'image/jpeg');
  await using page = await lab.open({ url: busy, ...size });
  const of = (image_quality: number) => page.capture({ format: 'jpeg', image_quality });
  const [less, same] = [await of(79), await of(80)];
  t.ok(Buffer.from(plain.body).equals(same.body), 'the same bytes as with 80');
  t.notOk(Buffer.from(plain.body).equals(less.body), 'other bytes than with 79');
});

t.test('image_quality trades size for error, except in PNG', async (t) => {
  await using page = await lab.open({ url: busy, ...size });
  const { image: exact } = await page.shoot();
  for (const format of ['jpeg', 'jpg', 'webp'].filter((one) => one !== 'jpg' || inDepth(t, one))) {
    const worst = await page.shoot({ format, image_quality: 1 });
    const best = await page.shoot({ format, image_quality: 100 });
    t.ok(
      worst.result.body.length * 2 < best.result.body.length,
      `${format}: 1 takes less than half the bytes of 100`,
    );
    const [high, low] = [meanError(exact, worst.image), meanError(exact, best.image)];
    t.ok(low * 2 < high, `${format}: 100 errs by ${low}, 1 by ${high}`);
  }
  const low = await page.capture({ image_quality: 1 });
  const { body, metadata } = await page.capture({ image_quality: 100, metadata_hash: true });
  t.ok(Buffer.from(low.body).equals(body), 'png is exact and takes no notice of image_quality');
  t.equal(metadata.hash, createHash('sha256').update(body).digest('hex'));
});

t.test('gif keeps the colours of a page that has few', async () => {
  const url = lab.server.page(
    '/two',
    '<style>html{height:100%;background:linear-gradient(90deg,#123456 50%,#fedcba 50%)}</style>',
  );
  const { image } = await lab.shoot({ url, format: 'gif', ...size });
  image.expectSolid([0x12, 0x34, 0x56, 255], 3, { x: 0, y: 0, width: 127, height: 64 });
  image.expectSolid([0xfe, 0xdc, 0xba, 255], 3, { x: 129, y: 0, width: 127, height: 64 });
});

const square =
  '<div style="position:absolute;left:10px;top:10px;width:20px;height:20px;background:#f00"></div>';
const besideArea = { x: 40, y: 0, width: 100, height: 64 };

t.test('omit_background leaves clear what the page does not paint', async (t) => {
  const url = lab.server.page('/clear', `<!doctype html>${square}`);
  await using page = await lab.open({ url, ...size });
  for (const format of ['png', 'webp']) {
    const parameters = { format, image_quality: 100 };
    const clear = await page.shoot({ ...parameters, omit_background: true });
    clear.image.expectSolid(COLOURS.clear, 0, besideArea);
    const inner = { x: 12, y: 12, width: 16, height: 16 };
    clear.image.expectSolid(COLOURS.red, 6, inner);
    t.equal(clear.image.at(20, 20)[3], 255, `${format}: opaque where painted`);
    const white = await page.shoot(parameters);
    white.image.expectSolid(COLOURS.white, 0, besideArea);
  }
  for (const format of ['jpeg', 'gif']) {
    const { result, image } = await page.shoot({ format, omit_background: true });
    image.expectSolid(COLOURS.white, 4, besideArea);
    t.ok(
      result.warnings.some((warning) => /omit_background/.test(warning)),
      `${format}: warns (${result.warnings.join(' ')})`,
    );
  }
});

t.test('omit_background shows half-clear paint as it is', async () => {
  const url = lab.server.page(
    '/half',
    '<!doctype html><div style="position:fixed;inset:0;background:rgba(255,0,0,0.5)"></div>',
  );
  const { image } = await lab.shoot({ url, omit_background: true, ...size });
  image.expectSolid([255, 0, 0, 128], 2);
});

t.test('omit_background holds beyond the viewport and in thumbnails', async (t) => {
  const url = lab.server.page('/tall-clear', `<!doctype html><body style="height:900px">${square}`);
  await using page = await lab.open({ url, ...size });
  const full = await page.shoot({ omit_background: true, full_page: true });
  t.ok(full.image.height >= 900);
  full.image.expectSolid(COLOURS.clear, 0, { x: 0, y: 100, width: 256, height: 800 });
  const small = await page.shoot({ omit_background: true, image_width: 128 });
  t.equal(small.image.at(100, 10)[3], 0);
  small.image.expectSolid(COLOURS.red, 8, { x: 7, y: 7, width: 6, height: 6 });
});

t.test('omit_background leaves a page its own background', async () => {
  const url = lab.server.page('/own', solidPage(COLOURS.cyan));
  const { image } = await lab.shoot({ url, omit_background: true, ...size });
  image.expectSolid(COLOURS.cyan);
});

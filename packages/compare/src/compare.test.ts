import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import { compare, compareImages } from './compare.ts';

const image = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const text = (body: string, mediaType = 'text/markdown') => ({
  body: Buffer.from(body),
  mediaType,
});

t.test('the event loop continues while images are compared', async (t) => {
  const [before, after] = [await image(3000, 2000, '#f00'), await image(3000, 2000, '#00f')];
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const { overlay, similarity, ...about } = await compareImages(before, after);
  isDone = true;
  const size = { width: 3000, height: 2000 };
  const area = { x: 0, y: 0, ...size };
  t.same(about, {
    type: 'image',
    same: false,
    changed: 1,
    size: { before: size, after: size },
    regions: [{ type: 'colour', area, before: area, pixels: 6_000_000 }],
  });
  t.ok(similarity < 0.7, `similarity ${similarity}`);
  t.match(await sharp(overlay).metadata(), { format: 'png', ...size });
  t.ok(turns > 100, `${turns} turns of the event loop`);
});

t.test('rejects files that cannot be compared, and aborted calls', async (t) => {
  const [before, after] = [await image(100, 10, '#f00'), await image(10, 100, '#00f')];
  await t.rejects(compareImages(before, after, { maxPixels: 9999 }), {
    code: 'invalid_request',
    message: /at most 9999 pixels can be compared; got 100 x 100/,
  });
  const controller = new AbortController();
  const left = compareImages(before, after, { signal: controller.signal });
  controller.abort(new Error('gone'));
  await t.rejects(left, { message: 'gone' });
  await t.rejects(compareImages(Buffer.from('text'), after), {
    code: 'invalid_request',
    message: /The earlier file is no image/,
  });
  const png = { body: after, mediaType: 'image/png' };
  await t.rejects(compare(text('a'), png), {
    code: 'invalid_request',
    message: /got text\/markdown and image\/png/,
  });
  await t.rejects(compare(png, { body: after, mediaType: 'application/pdf' }), {
    code: 'invalid_request',
  });
  const long = text('a'.repeat(20_000_001));
  await t.rejects(compare(long, long), { code: 'invalid_request', message: /20000000 bytes/ });
  await t.rejects(compare(text('a'), text('b'), { ignoreText: ['('] }), {
    code: 'invalid_parameter',
    message: /ignoreText/,
  });
});

t.test('compares texts, and JSON by its values', async (t) => {
  const json = (body: string) => text(body, 'application/json; charset=utf-8');
  t.match(await compare(json('{"a":1,"b":[2]}'), json('{"b":[2],"a":1}')), { same: true });
  t.match(await compare(json('{"a":1,"b":[2]}'), json('{"b":[3],"a":1}')), {
    type: 'text',
    added: 1,
    removed: 1,
  });
});

import { sharp } from '@tintype/core/sharp';
import t from 'tap';
import { compareInThread } from './compare-in-thread.ts';

const image = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

t.test('the event loop continues while images are compared', async (t) => {
  const [before, after] = [await image(3000, 2000, '#f00'), await image(3000, 2000, '#00f')];
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const { picture, ...about } = await compareInThread({ before, after, maxPixels: 6_000_000 });
  isDone = true;
  t.same(about, {
    changed: 1,
    sameSize: true,
    area: { x: 0, y: 0, width: 3000, height: 2000 },
  });
  t.match(await sharp(picture).metadata(), { format: 'png', width: 3000, height: 2000 });
  t.ok(turns > 100, `${turns} turns of the event loop`);
});

t.test('rejects images that are too large, and aborted calls', async (t) => {
  const [before, after] = [await image(100, 10, '#f00'), await image(10, 100, '#00f')];
  await t.rejects(compareInThread({ before, after, maxPixels: 9999 }), {
    code: 'invalid_request',
    message: /at most 9999 pixels can be compared; got 100 x 100/,
  });
  const controller = new AbortController();
  const left = compareInThread({ before, after, maxPixels: 10_000 }, controller.signal);
  controller.abort(new Error('gone'));
  await t.rejects(left, { message: 'gone' });
  const broken = compareInThread({ before: Buffer.from('text'), after, maxPixels: 10_000 });
  await t.rejects(broken, { code: 'internal' });
});

import t from 'tap';
import type { VideoEncoder } from '../../encode/encoder.ts';
import { createFrameWriter } from './frame-writer.ts';

interface Written {
  name: number | undefined;
  repeat: number;
}

/** Keeps every image; with `hold`, each write waits for it. */
function keeper(hold?: () => Promise<void>): VideoEncoder & { written: Written[] } {
  const written: Written[] = [];
  return {
    written,
    name: 'keeper',
    pixels: 'jpeg',
    width: 1,
    height: 1,
    async write([name], repeat) {
      await hold?.();
      written.push({ name, repeat });
    },
    close: async () => Uint8Array.of(written.length),
    abort: async () => {},
  };
}

const frame = (name?: number) =>
  Promise.resolve(name === undefined ? undefined : Uint8Array.of(name));

t.test('an image is written once, with the number of frames that show it', async (t) => {
  const encoder = keeper();
  const writer = createFrameWriter(Promise.resolve(encoder));
  for (const name of [1, undefined, undefined, 2, 3, undefined]) await writer.add(frame(name));
  t.same(await writer.finish(), [3]);
  t.same(encoder.written, [
    { name: 1, repeat: 3 },
    { name: 2, repeat: 1 },
    { name: 3, repeat: 2 },
  ]);
});

t.test('a slow encoder holds up the frames and loses none', async (t) => {
  const waiting: (() => void)[] = [];
  const encoder = keeper(() => new Promise((resolve) => waiting.push(resolve)));
  const writer = createFrameWriter(Promise.resolve(encoder));
  let added = 0;
  const work = (async () => {
    for (let name = 0; name < 20; name += 1) {
      await writer.add(frame(name));
      added += 1;
    }
    return writer.finish();
  })();
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.ok(added < 8, `${added} frames went ahead of the encoder`);
  const letThrough = setInterval(() => waiting.shift()?.(), 1);
  await work;
  clearInterval(letThrough);
  t.same(
    encoder.written.map(({ name }) => name),
    Array.from({ length: 20 }, (_, name) => name),
  );
});

t.test('the failure of an encoder ends the recording', async (t) => {
  const encoder = keeper(() => Promise.reject(new Error('the disk is full')));
  const writer = createFrameWriter(Promise.resolve(encoder));
  const work = (async () => {
    for (let name = 0; name < 100; name += 1) await writer.add(frame(name));
  })();
  await t.rejects(work, /the disk is full/);
});

t.test('an encoder that does not open, too', async (t) => {
  const opening = Promise.reject(new Error('no encoder'));
  opening.catch(() => {});
  const writer = createFrameWriter(opening);
  const work = (async () => {
    for (let name = 0; name < 100; name += 1) await writer.add(frame(name));
  })();
  await t.rejects(work, /no encoder/);
});

t.test('distinguishes a page that shows nothing from an encoder that fails', async (t) => {
  const writer = createFrameWriter(Promise.resolve(keeper()));
  await writer.add(frame()).catch(() => {});
  await t.rejects(writer.finish(), { code: 'page_unresponsive' });
});

import { randomBytes } from 'node:crypto';
import { sharp } from '@tintype/core/sharp';
import type { Store } from '@tintype/store';
import t from 'tap';
import { createMailImage } from './create-mail-image.ts';

const name = 'ab'.repeat(32);
const address = `https://shots.example/v1/files/${name}.png`;

/** A store with one file. */
const storeOf = (body: Uint8Array, mediaType = 'image/png') => ({
  files: {
    get: async (asked: string) =>
      asked === name ? { mediaType, bytes: body.byteLength } : undefined,
  },
  fileBytes: { read: async () => body },
});
const read = (body: Uint8Array, mediaType?: string, asked = address) =>
  createMailImage(storeOf(body, mediaType) as unknown as Pick<Store, 'files' | 'fileBytes'>)(asked);

t.test('a large image is scaled, and has at most 1 MB', async (t) => {
  const [width, height] = [2_000, 3_000];
  const raw = { width, height, channels: 3 as const };
  const noise = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
  const image = await read(noise);
  t.ok((image?.byteLength ?? 0) <= 1_048_576);
  const fitting = image && (await sharp(image).metadata());
  t.match(fitting ?? { format: 'jpeg', width: 1_200 }, { format: 'jpeg', width: 1_200 });
  const small = await read(
    await sharp({ create: { ...raw, width: 50, background: '#f00' } })
      .png()
      .toBuffer(),
  );
  t.match(await sharp(small).metadata(), { format: 'jpeg', width: 50 });
});

t.test('one image is scaled at a time, and few wait', async (t) => {
  const create = { width: 20, height: 20, channels: 3 as const, background: '#f00' };
  const body = await sharp({ create }).png().toBuffer();
  const readImage = createMailImage(storeOf(body) as unknown as Pick<Store, 'files' | 'fileBytes'>);
  const images = await Promise.all(Array.from({ length: 8 }, () => readImage(address)));
  t.equal(images.filter((image) => image !== undefined).length, 5);
  t.ok(await readImage(address), 'later ones are read again');
});

t.test('what is no stored image is left out', async (t) => {
  const text = Buffer.from('text');
  t.equal(await read(text, 'text/markdown'), undefined);
  t.equal(await read(text, 'image/png', 'https://shots.example/other.png'), undefined);
  t.equal(await read(text, 'image/png', address.replace('ab', 'cd')), undefined);
  await t.rejects(read(text), 'the sender links it');
});

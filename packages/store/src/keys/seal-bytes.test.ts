import { randomBytes } from 'node:crypto';
import t from 'tap';
import { openBytes, sealBytes } from './seal-bytes.ts';

t.test('what was sealed opens with its key alone', async (t) => {
  for (const size of [0, 1, 1_048_576, 2_500_000]) {
    const bytes = randomBytes(size);
    const one = await sealBytes(bytes);
    t.ok((await openBytes(one))?.equals(bytes), `${size} bytes`);
    const { key } = await sealBytes(bytes);
    t.equal(await openBytes({ ...one, key }), undefined);
  }
});

t.test('nothing of it can be read, and what was changed does not open', async (t) => {
  const text = 'what a page says '.repeat(100);
  const { key, sealed } = await sealBytes(Buffer.from(text));
  t.notOk(Buffer.from(sealed).includes('what a page'));
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  t.equal(await openBytes({ key, sealed: changed }), undefined);
  t.equal(await openBytes({ key, sealed: changed.subarray(0, 20) }), undefined);
});

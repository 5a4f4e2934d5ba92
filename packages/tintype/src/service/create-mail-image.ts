import { maxComparedBytes, maxComparedPixels } from '@tintype/contract/light';
import type { Store } from '@tintype/store';

/** Maximum size of an attached image, in pixels and bytes: mailboxes reject large e-mails. */
const fitting = { width: 1_200, height: 8_000 } as const;
const maxBytes = 1_048_576;
/** Of a JPEG, from the best: the first that is small enough is sent. */
const qualities = [80, 50, 25];

/** Images that wait while one is scaled, which takes up to 100 MB; further ones are linked. */
const maxWaiting = 4;
/** Maximum time to scale one, in seconds: less than a claim of a delivery lasts. */
const boundS = 3;

/** Creates a function that returns a stored image by its address, scaled for an e-mail, as JPEG. */
export function createMailImage({ files, fileBytes }: Pick<Store, 'files' | 'fileBytes'>) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const scale = async (address: string): Promise<Uint8Array | undefined> => {
    const [, name] = /\/v1\/files\/([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(address) ?? [];
    const file = name === undefined ? undefined : await files.get(name);
    if (!file?.mediaType.startsWith('image/') || file.bytes > maxComparedBytes) return undefined;
    const body = await fileBytes.read(file);
    if (!body) return undefined;
    const { sharp } = await import('@tintype/core/sharp');
    const scaled = sharp(body, { limitInputPixels: maxComparedPixels })
      .resize({ ...fitting, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' });
    for (const quality of qualities) {
      const image = await scaled.clone().jpeg({ quality }).timeout({ seconds: boundS }).toBuffer();
      if (image.byteLength <= maxBytes) return image;
    }
    return undefined;
  };
  return async (address: string): Promise<Uint8Array | undefined> => {
    if (waiting > maxWaiting) return undefined;
    waiting += 1;
    const made = last.then(() => scale(address)).finally(() => (waiting -= 1));
    last = made.catch(() => {});
    return made;
  };
}

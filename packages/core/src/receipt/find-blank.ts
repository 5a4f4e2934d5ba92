import type { Blank } from '@tintype/contract/headers';
import type { PageNeeds } from '@tintype/contract';
import type { Captured } from '../types.ts';
import type { PageSignals } from './in-page/look-at-page.ts';

/** An image with more bytes for each pixel holds something: decoding it would cost milliseconds. */
const plainBytesPerPixel = 0.03;

/**
 * Images of one colour, where the document has something that should be in them, and where it has
 * nothing.
 */
const oneColour = { painted: 0.9999, bare: 0.998 };

/**
 * Whether there is nothing to see: by the image, where there is one that may hold nothing, and by
 * the document where there is none. Undefined where there is something.
 */
export async function findBlank(
  signals: PageSignals | undefined,
  { frameControl }: Pick<PageNeeds, 'frameControl'>,
  { body, imageSize }: Captured,
): Promise<Blank | undefined> {
  const text = signals === undefined || signals.shown.text !== '';
  const painted = signals === undefined || signals.painted;
  const isImage = imageSize !== undefined && !frameControl;
  if (!isImage) return text || painted ? undefined : { text, painted };
  if (signals?.shown.isSeen) return undefined;
  // A document of one colour that no script could fill shows what it is meant to show.
  if (signals && painted && !text && !signals.scripted) return undefined;
  const pixels = imageSize.width * imageSize.height;
  if (body.byteLength > 1024 && body.byteLength > pixels * plainBytesPerPixel) return undefined;
  const { colourShare } = await import('./colour-share.ts');
  const share = await colourShare(body).catch(() => 0);
  const least = text || painted ? oneColour.painted : oneColour.bare;
  return share < least ? undefined : { share: Math.round(share * 10_000) / 10_000, text, painted };
}

import type { Blank } from '@tintype/contract/headers';
import type { PageNeeds } from '@tintype/contract';
import type { Captured } from '../types.ts';
import type { PageSignals } from './in-page/inspect-page.ts';

/** Bytes per pixel above which an image is not blank: decoding it would cost milliseconds. */
const plainBytesPerPixel = 0.03;

/** Minimum share of one colour: if something should be visible, and if nothing should. */
const oneColour = { painted: 0.9999, bare: 0.998 };

/** Returns how the result is blank, by the image or the document; undefined if it is not. */
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
  // A document of one colour without scripts shows its intended content.
  if (signals && painted && !text && !signals.scripted) return undefined;
  const pixels = imageSize.width * imageSize.height;
  if (body.byteLength > 1024 && body.byteLength > pixels * plainBytesPerPixel) return undefined;
  const { colourShare } = await import('./colour-share.ts');
  const share = await colourShare(body).catch(() => 0);
  const least = text || painted ? oneColour.painted : oneColour.bare;
  return share < least ? undefined : { share: Math.round(share * 10_000) / 10_000, text, painted };
}

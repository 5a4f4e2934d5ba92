import { PassThrough } from 'node:stream';
import type { EncoderPageSource } from '../encoder.ts';
import { chooseConfig } from './choose-config.ts';
import { openEncoderPage } from './encoder-page.ts';
import type { MuxedFormat } from './mux-video.ts';

/** A usual size: what a browser makes at all, it makes here. */
const usualFrames = { width: 1280, height: 1080, fps: 30 };

/** Returns the formats that the browser encodes. */
export async function tryWebcodecs(
  formats: readonly MuxedFormat[],
  browser: EncoderPageSource,
  signal: AbortSignal,
): Promise<Set<MuxedFormat>> {
  const page = await openEncoderPage(browser, new PassThrough(), signal);
  try {
    const known = new Set<MuxedFormat>();
    for (const format of formats) {
      if (await chooseConfig(page, { ...usualFrames, format })) known.add(format);
    }
    return known;
  } finally {
    page.close();
  }
}

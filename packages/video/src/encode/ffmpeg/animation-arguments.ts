import type { FrameFormat } from '../encoder.ts';
import { atQuality, webpQuality } from '../video-quality.ts';

/** Browsers show an image with a delay below 2/100 s for 1/10 s: at most 50 images a second. */
export const maxGifFps = 50;

/** Chromium shows an image with a delay of up to 10 ms for 100 ms. */
const maxWebpFps = 60;

/** First pass of a GIF: one palette for the whole of it, from what changes. */
export const paletteArguments: readonly string[] =
  '-vf palettegen=stats_mode=diff -frames:v 1 -c:v png -f image2'.split(' ');

/** Second pass of a GIF. The palette is the second input. */
export function gifArguments({ fps }: FrameFormat): string[] {
  const thin = fps > maxGifFps ? `fps=${maxGifFps},` : '';
  // Dither that stays in place, and only where something changed: still parts stay still.
  const filter = `[0:v]${thin}copy[v];[v][1:v]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle`;
  const delay = Math.round(100 / Math.min(fps, maxGifFps));
  return `-lavfi ${filter} -c:v gif -loop 0 -final_delay ${delay} -f gif`.split(' ');
}

/** An animated WebP. Each frame is sent: its encoder guesses the last duration, merges equals. */
export function webpArguments({ fps, quality }: FrameFormat): string[] {
  const filter = `fps=${Math.min(fps, maxWebpFps)},format=bgra`;
  return `-vf ${filter} -c:v libwebp_anim -quality ${Math.round(atQuality(webpQuality, quality))} -compression_level 2 -loop 0 -f webp`.split(
    ' ',
  );
}

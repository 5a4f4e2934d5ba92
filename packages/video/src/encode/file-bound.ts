import { RenderError } from '@tintype/contract';

/** The largest file of a video: it is held in memory, and so is what keeps it. */
export const maxFileBytes = 500_000_000;

/** Images of a GIF are kept in a file, which may be this many times as large as the GIF. */
export const keptTimes = 4;

/** Ends a video whose file grows too large. */
export function refuseLargeFile(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new RenderError(
    'image_too_large',
    `The file of the video grew larger than ${maxBytes / 1e6} MB. Set a smaller viewport, a lower fps or duration, or a format that packs more tightly (mp4, webm).`,
  );
}

import type { VideoFormat } from '../encode/encoder.ts';

/** What each format is called on the web. */
export const mediaTypes: Readonly<Record<VideoFormat, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  gif: 'image/gif',
  webp: 'image/webp',
};

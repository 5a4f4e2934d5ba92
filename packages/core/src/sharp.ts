import type sharpModule from 'sharp';
import { requireInstalled } from './installed.ts';

/** A native library: no bundle can hold it. */
export const sharp = requireInstalled<typeof sharpModule>('sharp', {
  name: '@tintype/core',
  url: import.meta.url,
});

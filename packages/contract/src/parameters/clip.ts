import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { integer } = declareIn('clip');

export const clipParameters = {
  clip_x: z.optional(
    integer({
      description: 'Left edge of the region to capture; 0 when only its size is given.',
      unit: 'px',
      min: 0,
    }),
  ),
  clip_y: z.optional(
    integer({
      description: 'Top edge of the region to capture; 0 when only its size is given.',
      unit: 'px',
      min: 0,
    }),
  ),
  clip_width: z.optional(
    integer({ description: 'Width of the region to capture.', unit: 'px', min: 1 }),
  ),
  clip_height: z.optional(
    integer({ description: 'Height of the region to capture.', unit: 'px', min: 1 }),
  ),
};

/** Sets the default corner of a clip. */
export function fillClip(values: {
  clip_x?: number | undefined;
  clip_y?: number | undefined;
  clip_width?: number | undefined;
}): void {
  if (values.clip_width === undefined) return;
  values.clip_x ??= 0;
  values.clip_y ??= 0;
}

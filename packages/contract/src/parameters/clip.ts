import { declareIn } from './declare.ts';

const { optional } = declareIn('clip');

export const clipParameters = {
  clip_x: optional.integer({
    description: 'Left edge of the region to capture; 0 when only its size is given.',
    unit: 'px',
    min: 0,
  }),
  clip_y: optional.integer({
    description: 'Top edge of the region to capture; 0 when only its size is given.',
    unit: 'px',
    min: 0,
  }),
  clip_width: optional.integer({
    description: 'Width of the region to capture.',
    unit: 'px',
    min: 1,
  }),
  clip_height: optional.integer({
    description: 'Height of the region to capture.',
    unit: 'px',
    min: 1,
  }),
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

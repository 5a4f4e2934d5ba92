import * as z from 'zod/mini';
import type { OutputOf } from '../../parameters/page-parameters.ts';
import { clipParameters } from '../../parameters/clip.ts';
import { elementParameters } from '../../parameters/interaction.ts';
import { formatsOf, screenshotInfo } from '../kind-info.ts';
import { maxBoxSide } from './image-limits.ts';
import { declareIn } from '../../parameters/declare.ts';
import { transparencyParameters } from '../../parameters/transparency.ts';

const { choice, integer, off, optional } = declareIn('image');

export const screenshotParameters = {
  ...elementParameters,
  format: z._default(
    choice(formatsOf(screenshotInfo), { description: 'Format of the image.' }),
    'jpeg',
  ),
  image_quality: z._default(
    integer({ description: 'Quality of jpeg, jpg and webp.', min: 1, max: 100 }),
    80,
  ),
  image_width: optional.integer({
    description: 'Width of the box that the image is resized to fit in; the ratio is kept.',
    unit: 'px',
    min: 1,
    max: maxBoxSide,
  }),
  image_height: optional.integer({
    description: 'Height of the box that the image is resized to fit in; the ratio is kept.',
    unit: 'px',
    min: 1,
    max: maxBoxSide,
  }),
  ...transparencyParameters,
  full_page: off({ description: 'Capture the full page.' }),
  full_page_scroll: off({
    description: 'Scroll through the page first, so that it loads its late content.',
  }),
  full_page_scroll_by_amount: optional.integer({
    description: 'Distance of one scroll step; one viewport height when not given.',
    unit: 'px',
    min: 1,
  }),
  full_page_scroll_by_duration: z._default(
    integer({ description: 'Time of one scroll step.', unit: 'ms', min: 0, max: 1000 }),
    400,
  ),
  ...clipParameters,
};

/** Validated values; each may be absent. */
export type ScreenshotValues = Partial<OutputOf<typeof screenshotParameters>>;

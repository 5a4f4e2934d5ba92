import * as z from 'zod/mini';
import { declareIn } from './declare.ts';
import { maxSelectorLength } from '../steps/steps.ts';

const { choice, off } = declareIn('appearance', 'load');
const { optional } = declareIn('appearance');

export const appearanceParameters = {
  media_type: z._default(
    choice(['screen', 'print'], { description: 'CSS media type of the page.' }),
    'screen',
  ),
  dark_mode: off({ description: 'Prefer the dark colour scheme of the page.' }),
  reduced_motion: off({ description: 'Prefer reduced motion.' }),
  vision_deficiency: z.optional(
    choice(['reduced_contrast', 'blurred_vision', 'deuteranopia', 'achromatopsia'], {
      description: 'Render as seen with this vision deficiency.',
    }),
  ),
  deterministic: off({
    description:
      'Same image each time: fixed clock, seeded random numbers, ended animations, first frames of videos, no caret.',
  }),
  gpu_rendering: off({ description: 'Render with the GPU.' }),
};

/** Animations and marked elements in a still result. */
export const stillParameters = {
  animations: z._default(
    choice(['finish', 'pause', 'allow'], {
      description:
        'Animations: `finish` shows their end (without one, their start), `pause` stops them, `allow` leaves them alone.',
      half: 'capture',
    }),
    'finish',
  ),
  mask_selectors: optional.texts({
    description: 'CSS selectors of elements to cover with a solid grey box, for secrets.',
    max: maxSelectorLength,
  }),
  blur_selectors: optional.texts({
    description: 'CSS selectors of elements to blur.',
    max: maxSelectorLength,
  }),
  highlight_selectors: optional.texts({
    description:
      'CSS selectors of elements to outline and number, each optionally with a caption: `h1 -- The title`.',
    max: maxSelectorLength,
    separator: '; ',
  }),
};

/** Parts that a comparison of two results ignores. */
export const comparedParameters = {
  ignore_selectors: optional.texts({
    description:
      'CSS selectors of elements that do not count in a comparison: an image shows them, a text leaves them out.',
    max: maxSelectorLength,
    maxItems: 50,
  }),
};

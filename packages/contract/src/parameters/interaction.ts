import * as z from 'zod/mini';
import { declareIn } from '../declare.ts';

const { text, texts } = declareIn('interaction');

/** Longer selectors are never written by people, and matching them can be made slow. */
const maxSelectorLength = 1024;

export const interactionParameters = {
  hide_selectors: z.optional(
    texts({
      description: 'CSS selectors of elements to remove from the rendering.',
      max: maxSelectorLength,
    }),
  ),
  click_selector: z.optional(
    text({
      description: 'CSS selector of an element to click before rendering.',
      max: maxSelectorLength,
    }),
  ),
};

import * as z from 'zod/mini';
import { declareIn } from './declare.ts';
import { usualTimeoutS } from '../kinds/screencast/longest-render.ts';
import { maxCodeLength, maxSelectorLength } from './interaction.ts';

const { choices, number, optional } = declareIn('timing', 'load');

export const timingParameters = {
  wait_until: z.prefault(
    choices(['load', 'domcontentloaded', 'networkidle0', 'networkidle2'], {
      description: 'Events to wait for; with several, all of them.',
      minItems: 1,
    }),
    ['domcontentloaded'],
  ),
  wait_for_selector: optional.text({
    description: 'CSS selector of an element that the page must have before rendering.',
    max: maxSelectorLength,
  }),
  wait_for_function: optional.text({
    description: 'JavaScript expression or function that must become true before rendering.',
    max: maxCodeLength,
  }),
  delay: z._default(
    number({ description: 'Time to wait before rendering.', unit: 's', min: 0, max: 30 }),
    0,
  ),
  timeout: z._default(
    number({
      description: 'Maximum time of the render; a service has a lower bound (max_timeout).',
      unit: 's',
      above: 0,
      max: 86_400,
    }),
    usualTimeoutS,
  ),
};

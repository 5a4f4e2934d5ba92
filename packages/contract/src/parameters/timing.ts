import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/error-table.ts';
import { declareIn } from './declare.ts';
import { usualTimeoutS } from '../kinds/screencast/longest-render.ts';
import { maxCodeLength, maxSelectorLength } from '../steps/steps.ts';

const { choices, integer, number, oneOrMore, optional } = declareIn('timing', 'load');

/** Errors that another attempt at the same render may not have. */
export const retryCodes = [
  'dns_failed',
  'connection_failed',
  'navigation_failed',
  'page_blank',
  'page_blocked',
  'broken_images',
  'page_crashed',
  'page_unresponsive',
  'page_navigating',
  'browser_unavailable',
  'browser_lost',
  'internal',
] as const satisfies readonly ErrorCode[];

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
  retry_times: z._default(
    integer({
      description: 'Maximum number of further attempts after a failed one, within timeout.',
      min: 0,
      max: 3,
    }),
    0,
  ),
  retry_on: z.optional(
    oneOrMore(retryCodes, {
      description: 'Errors to retry after, with retry_times; one or several, all when not given.',
    }),
  ),
};

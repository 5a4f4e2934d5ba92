import type { ErrorCode, RenderError } from '@tintype/contract';

/** What a failed try means for an accepted request. */
export type Next = 'fail' | 'retry' | 'put back';

/** Something broke around the page, and the same page may well be rendered the next time. All other errors say something of the page. */
const worthAnotherTry: ReadonlySet<ErrorCode> = new Set([
  'browser_lost',
  'page_crashed',
  'browser_unavailable',
  'queue_full',
  'storage_failed',
  'storage_full',
  'cancelled',
  'internal',
]);

/**
 * Decides about a failed try.
 *
 * @param tries how often it was begun, this time included
 * @param maxTries how often it may be begun
 */
export function whatNext({ code }: RenderError, tries: number, maxTries: number): Next {
  if (code === 'shutting_down') return 'put back';
  return worthAnotherTry.has(code) && tries < maxTries ? 'retry' : 'fail';
}

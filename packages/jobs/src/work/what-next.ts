import type { RenderError } from '@tintype/contract';

/** What a failed try means for an accepted request. */
export type Next = 'fail' | 'retry' | 'put back';

/**
 * Decides about a failed try.
 *
 * @param tries how often it was begun, this time included
 * @param maxTries how often it may be begun
 */
export function whatNext({ info }: RenderError, tries: number, maxTries: number): Next {
  if (info.queued === 'put back') return 'put back';
  return info.queued === 'retry' && tries < maxTries ? 'retry' : 'fail';
}

import type { RenderError } from '@tintype/contract';

/** Consequence of a failed attempt for a queued job. */
export type Next = 'fail' | 'retry' | 'put back';

/**
 * Decides about a failed attempt.
 *
 * @param attempts how often it was started, this time included
 * @param maxAttempts how often it may be started
 */
export function afterAttempt({ info }: RenderError, attempts: number, maxAttempts: number): Next {
  if (info.queued === 'put back') return 'put back';
  return info.queued === 'retry' && attempts < maxAttempts ? 'retry' : 'fail';
}

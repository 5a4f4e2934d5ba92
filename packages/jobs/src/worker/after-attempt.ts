import type { RenderError } from '@tintype/contract';

/** Consequence of a failed attempt for a queued job. */
export type Next = 'fail' | 'retry' | 'put back';

/** Decides what follows a failed attempt; `attempts` includes it. */
export function afterAttempt({ info }: RenderError, attempts: number, maxAttempts: number): Next {
  if (info.queued === 'put back') return 'put back';
  return info.queued === 'retry' && attempts < maxAttempts ? 'retry' : 'fail';
}

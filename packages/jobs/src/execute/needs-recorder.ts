import type { KindSet, RenderRequest } from '@tintype/contract';

/**
 * Returns whether one of them needs a page that shows frames on command, of which there are few.
 */
export function needsRecorder(
  requests: readonly Pick<RenderRequest, 'kind'>[],
  kinds: KindSet,
): boolean {
  return requests.some(({ kind }) => kinds.get(kind).frameControl === true);
}

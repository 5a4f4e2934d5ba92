import type { KindSet, RenderRequest } from '@tintype/contract';

/** Returns whether any request needs one of the few pages with frame control. */
export function needsRecorder(
  requests: readonly Pick<RenderRequest, 'kind'>[],
  kinds: KindSet,
): boolean {
  return requests.some(({ kind }) => kinds.get(kind).frameControl === true);
}

import type { KindSet, RenderRequest } from '@tintype/contract';
import type { Plan } from '@tintype/store';

/**
 * Renders charged for the files of one load: one, plus the plan's rate for each further file, at
 * least one for a recording.
 */
export function hitsOf(
  requests: readonly Pick<RenderRequest, 'kind'>[],
  { hitsPerOutput }: Pick<Plan, 'hitsPerOutput'>,
  kinds: KindSet,
): number {
  const recordings = requests.filter(({ kind }) => kinds.get(kind).frameControl).length;
  const furtherRecordings = Math.max(0, recordings - 1);
  const others = Math.max(0, requests.length - 1 - furtherRecordings);
  return 1 + others * hitsPerOutput + furtherRecordings * Math.max(1, hitsPerOutput);
}

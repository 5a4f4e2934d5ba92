import type { KindSet, RenderRequest } from '@tintype/contract';
import type { Plan } from '@tintype/store';

/**
 * How many renders of the quota files of one load count: the load with its first file is one, and
 * each further file counts as the plan says. A further recording takes its time whatever was
 * loaded, and counts at least one.
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

import type { Usage, Plan } from '@tintype/store';
import type { KindSet, RenderRequest } from '@tintype/contract';

/** The quota held for one job until its result is stored. */
export interface Charge {
  /** Of a render that has succeeded, and is not settled yet. */
  readonly reservationId: string | undefined;
  /** Holds the reservation of a successful render; settles it at once if the client has left. */
  hold(reservationId: string): Promise<void>;
  /** It counts. */
  settle(): Promise<void>;
  /** It does not count. */
  release(): Promise<void>;
  /** The caller has left. The render may continue for other callers, and counts when it ends. */
  leave(): Promise<void>;
}

export function createCharge(usage: Pick<Usage, 'settle' | 'release'>): Charge {
  let held: string | undefined;
  let isLeft = false;
  const settle = async () => {
    if (held !== undefined) await usage.settle(held);
  };
  return {
    get reservationId() {
      return held;
    },
    async hold(reservationId) {
      if (isLeft) await usage.settle(reservationId);
      else held = reservationId;
    },
    settle,
    async release() {
      if (held !== undefined) await usage.release(held);
    },
    async leave() {
      isLeft = true;
      await settle();
    },
  };
}

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

import type { Account, RequestClaim } from '@tintype/store';
import type { WorkerOptions } from './worker-options.ts';

/** The options with their defaults. */
export type WorkerParts = WorkerOptions &
  Required<Pick<WorkerOptions, 'leaseMs' | 'retryDelaysMs' | 'holdMs' | 'leftOutMs'>>;

/** A claimed job, and whose it is. */
export interface ClaimedWork {
  claim: RequestClaim;
  account: Account | undefined;
  /** It has its slot. */
  onSlot: () => void;
  /** Its result cannot be kept at the moment. */
  onHeld: () => void;
  /** Its kind is not known here, and it was left to others. */
  onUnknownKind: (kind: string) => void;
}

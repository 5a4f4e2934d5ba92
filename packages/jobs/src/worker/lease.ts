import type { RequestClaim, Requests } from '@tintype/store';

export interface LeaseParts {
  requests: Pick<Requests, 'extend'>;
  leaseMs: number;
  /**
   * Returns true once there is a result; then only another claim ends the lease, not an outage.
   * Default: never.
   */
  hasResult?(): boolean;
  /** The claim is not ours any more. */
  onLost(): void;
  onWarning?: ((message: string, cause?: unknown) => void) | undefined;
}

/** Interval of retries, so that no lease expires once the store is back. */
const afterTroubleMs = 1_000;

/** Keeps a claim alive until it is released. Returns the function that releases it. */
export function holdLease(claim: RequestClaim, parts: LeaseParts): () => void {
  const { requests, leaseMs, hasResult = () => false, onLost, onWarning } = parts;
  const everyMs = Math.max(1, Math.floor(leaseMs / 3));
  let endsAtMs = performance.now() + leaseMs;
  let timer: NodeJS.Timeout | undefined;
  let isHeld = true;
  let isTroubled = false;

  const beat = async () => {
    const askedMs = performance.now();
    let isOurs = true;
    let nextMs = everyMs;
    try {
      isOurs = await requests.extend(claim, leaseMs);
      endsAtMs = askedMs + leaseMs;
      isTroubled = false;
    } catch (error) {
      if (!isTroubled) {
        onWarning?.(`The lease of request ${claim.request.id} could not be lengthened.`, error);
      }
      isTroubled = true;
      nextMs = Math.min(everyMs, afterTroubleMs);
    }
    if (!isHeld) return;
    const hasEnded = performance.now() >= endsAtMs;
    if (!isOurs || (hasEnded && !hasResult())) onLost();
    else schedule(nextMs);
  };
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => void beat(), afterMs).unref();
  };
  schedule(everyMs);
  return () => {
    isHeld = false;
    clearTimeout(timer);
  };
}

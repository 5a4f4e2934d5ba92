import type { RequestClaim, Requests } from '@tintype/store';

/** What {@link holdLease} needs. */
export interface LeaseParts {
  requests: Pick<Requests, 'extend'>;
  leaseMs: number;
  /** The claim is not ours any more. */
  onLost(): void;
  onWarning?: ((message: string, cause?: unknown) => void) | undefined;
}

/** Keeps a claim alive until it is let go. Gives the function that lets go. */
export function holdLease(claim: RequestClaim, parts: LeaseParts): () => void {
  const { requests, leaseMs, onLost, onWarning } = parts;
  const everyMs = Math.max(1, Math.floor(leaseMs / 3));
  let endsAtMs = performance.now() + leaseMs;
  let timer: NodeJS.Timeout | undefined;
  let isHeld = true;

  const beat = async () => {
    const askedMs = performance.now();
    try {
      if (await requests.extend(claim, leaseMs)) endsAtMs = askedMs + leaseMs;
      else endsAtMs = 0;
    } catch (error) {
      onWarning?.(`The lease of request ${claim.request.id} could not be lengthened.`, error);
    }
    if (!isHeld) return;
    if (performance.now() >= endsAtMs) onLost();
    else schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => void beat(), everyMs).unref();
  };
  schedule();
  return () => {
    isHeld = false;
    clearTimeout(timer);
  };
}

/** Total bytes of all bodies in progress. */
export interface ByteBudget {
  /** Starts a hold for one body of a holder. */
  open(holder: string): ByteHold;
  readonly heldBytes: number;
}

/** Bytes held by one body. */
export interface ByteHold {
  /** Sets the bytes held. False without a change if there is no room, or the hold is closed. */
  grow(bytes: number): boolean;
  /** Releases everything. Idempotent. */
  close(): void;
}

/**
 * Creates a budget that no holder can use up alone. The first body of a holder is accepted while
 * there is room; further ones up to as much as is free.
 */
export function createByteBudget(totalBytes: number): ByteBudget {
  const held = new Map<string, number>();
  let heldBytes = 0;

  function change(holder: string, bytes: number): void {
    heldBytes += bytes;
    const now = (held.get(holder) ?? 0) + bytes;
    if (now === 0) held.delete(holder);
    else held.set(holder, now);
  }

  return {
    get heldBytes() {
      return heldBytes;
    },
    open(holder) {
      let own = 0;
      let isClosed = false;
      return {
        grow(bytes) {
          if (isClosed) return false;
          const more = bytes - own;
          const free = totalBytes - heldBytes - more;
          const ofOthers = (held.get(holder) ?? 0) - own;
          if (free < 0 || (ofOthers > 0 && ofOthers + bytes > free)) return false;
          change(holder, more);
          own = bytes;
          return true;
        },
        close() {
          isClosed = true;
          change(holder, -own);
          own = 0;
        },
      };
    },
  };
}

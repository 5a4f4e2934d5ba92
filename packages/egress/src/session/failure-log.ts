import type { NetworkFailure } from '../failure.ts';

/** Refused and failed targets of one session, each once, the latest last. */
export interface FailureLog {
  readonly entries: readonly NetworkFailure[];
  add(failure: NetworkFailure): void;
  clear(): void;
}

/** A hostile page can fail without end. */
const maxEntries = 200;

export function createFailureLog(): FailureLog {
  const entries: NetworkFailure[] = [];
  const isSame = (one: NetworkFailure, other: NetworkFailure) =>
    one.kind === other.kind && one.host === other.host && one.port === other.port;
  return {
    entries,
    add(failure) {
      // Chromium asks again on a fresh connection when a used one was closed without an answer.
      const known = entries.findIndex((entry) => isSame(entry, failure));
      if (known >= 0) entries.splice(known, 1);
      else if (entries.length >= maxEntries) entries.shift();
      entries.push(failure);
    },
    clear() {
      entries.length = 0;
    },
  };
}

import type { NetworkFailure } from './failure.ts';

/** What was refused or failed in one session, oldest first, each once. */
export interface FailureLog {
  readonly entries: readonly NetworkFailure[];
  add(failure: NetworkFailure): void;
}

/** A hostile page can fail without end; the first ones tell what happened. */
const maxEntries = 200;

export function createFailureLog(): FailureLog {
  const entries: NetworkFailure[] = [];
  const known = new Set<string>();
  return {
    entries,
    add(failure) {
      // Chromium asks again on a fresh connection when a used one was closed without an answer.
      const key = JSON.stringify([failure.kind, failure.host, failure.port]);
      if (entries.length >= maxEntries || known.has(key)) return;
      known.add(key);
      entries.push(failure);
    },
  };
}

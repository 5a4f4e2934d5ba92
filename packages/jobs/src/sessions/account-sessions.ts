import type { SessionStore } from '@tintype/core';
import type { PageSessions } from '@tintype/store';

/** A session that is used again and again notes its use once in this time at most, in ms. */
const noteEveryMs = 60_000;

/** A short session notes it in this share of its time, so that it does not expire while in use. */
const noteShare = 1 / 4;

export interface AccountSessionsParts {
  pageSessions: Pick<PageSessions, 'read' | 'write' | 'touch'>;
  /** Unix milliseconds: the clock of the store. */
  now: () => number;
}

/** Returns the sessions of an account for its renders, and of no other account. */
export function accountSessions({
  pageSessions,
  now,
}: AccountSessionsParts): (accountId: string) => SessionStore {
  return (accountId) => ({
    async read(name) {
      const found = await pageSessions.read(accountId, name);
      if (found === undefined) return undefined;
      const { usedAt, expiresAt, ...session } = found;
      const noteMs = Math.min(noteEveryMs, (expiresAt - usedAt) * noteShare);
      // A render does not fail because its use cannot be noted.
      if (now() - usedAt >= noteMs) {
        await pageSessions.touch(accountId, name).catch(() => {});
      }
      return session;
    },
    write: (name, state, version) => pageSessions.write(accountId, name, state, version),
  });
}

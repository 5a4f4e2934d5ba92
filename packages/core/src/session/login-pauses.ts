/** Pauses after logins that did not help: a site may lock an account after a few of them. */
export interface LoginPauses {
  /** Returns false during a pause of the session. */
  mayLogIn(key: string): boolean;
  /** Notes the outcome of a login: the next page showed what is behind it, or a login again. */
  note(key: string, isHelpful: boolean): void;
}

/** First pause in ms; it doubles with each further login that does not help. */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

export function createLoginPauses(now: () => number = () => performance.now()): LoginPauses {
  const pauses = new Map<string, { untilMs: number; lengthMs: number }>();
  return {
    mayLogIn: (key) => now() >= (pauses.get(key)?.untilMs ?? 0),
    note(key, isHelpful) {
      const known = pauses.get(key);
      if (isHelpful) pauses.delete(key);
      // Renders that waited for one login have one outcome.
      if (isHelpful || (known && now() < known.untilMs)) return;
      for (const [other, { untilMs }] of pauses) {
        if (untilMs + longestPauseMs < now()) pauses.delete(other);
      }
      const lengthMs = known ? Math.min(known.lengthMs * 2, longestPauseMs) : firstPauseMs;
      pauses.set(key, { untilMs: now() + lengthMs, lengthMs });
    },
  };
}

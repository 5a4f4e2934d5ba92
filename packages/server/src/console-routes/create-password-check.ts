import { RenderError } from '@tintype/contract';
import { isPassword } from './operator-password.ts';

/** What {@link createPasswordCheck} works with. */
export interface PasswordParts {
  /** What {@link hashPassword} made. */
  hashed: string;
  /** Unix milliseconds. */
  now: () => number;
  /**
   * Told of the first wrong password after a right one or a quiet hour, and of each pause, so that
   * guesses fill no list.
   * @param from - who sent it, as far as that is known
   * @param pauseS - how long no password is looked at now
   */
  onWrong(from: string | undefined, pauseS: number): Promise<void>;
}

/** So many passwords in a row are looked at, whoever sends them; a pause follows. */
const mostInRow = 10;

const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

/** Without a password for so long, those before are forgotten. */
const quietMs = 60 * 60_000;

/** Deriving a key takes a tenth of a second of a processor: so many at a time. */
const maxAtOnce = 2;

/**
 * Makes what says whether a password is the operator's. Addresses do not count here: behind a proxy
 * that nobody named all are one, and with some proxies whoever guesses chooses their own. Passwords
 * that come together wait for each other.
 * @returns a function that throws RenderError `rate_limited` while passwords are not looked at
 */
export function createPasswordCheck(
  parts: PasswordParts,
): (password: string, from: string | undefined) => Promise<boolean> {
  const { hashed, now, onWrong } = parts;
  const places = createPlaces(maxAtOnce);
  let inRow = 0;
  let pauses = 0;
  let pauseEndsAt = 0;
  let lastAt = 0;

  /**
   * Counts one before it is looked at, so that those that come together are no more than those that
   * come in turn.
   */
  function enter(): { isFirst: boolean; pauseMs: number } {
    const instant = now();
    if (instant < pauseEndsAt) refuse(pauseEndsAt - instant);
    if (instant - lastAt >= quietMs) [inRow, pauses] = [0, 0];
    lastAt = instant;
    inRow += 1;
    if (inRow < mostInRow) return { isFirst: inRow === 1 && pauses === 0, pauseMs: 0 };
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** pauses);
    [inRow, pauses, pauseEndsAt] = [0, pauses + 1, instant + pauseMs];
    return { isFirst: false, pauseMs };
  }

  return async (password, from) => {
    const { isFirst, pauseMs } = enter();
    await places.take();
    try {
      if (!(await isPassword(password, hashed))) {
        if (isFirst || pauseMs > 0) await onWrong(from, pauseMs / 1000);
        return false;
      }
    } finally {
      places.give();
    }
    [inRow, pauses, pauseEndsAt] = [0, 0, 0];
    return true;
  };
}

function refuse(leftMs: number): never {
  const retryAfterS = Math.ceil(leftMs / 1000);
  const message = `Too many wrong passwords were sent; try again in ${retryAfterS} s, or sign in with a link: tintype console login.`;
  throw new RenderError('rate_limited', message, { retryAfterS });
}

/** So many at once; the others wait in the order in which they came. */
function createPlaces(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

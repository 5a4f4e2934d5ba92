import { createHash } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';

/** Counts requests without a valid access key, by client address. */
export interface WrongKeys {
  /** Seconds for which requests of this client are rejected; undefined if they are not. */
  pauseS(client: string | undefined): number | undefined;
  count(client: string | undefined): void;
  /** True if this key was valid recently: it is checked even if its address is blocked. */
  isProven(key: string): boolean;
  prove(key: string): void;
}

const minuteMs = 60_000;

/** Maximum number of addresses, and of proven keys; the oldest are dropped. */
const maxRemembered = 10_000;

/** Clients without an address to count have no limit. */
export function createWrongKeys(perMinute: number, now: () => number): WrongKeys {
  const counts = new Map<string, number>();
  const proven = new Set<string>();
  let minute = 0;

  function turn(): void {
    const current = Math.floor(now() / minuteMs);
    if (current === minute) return;
    minute = current;
    counts.clear();
  }

  return {
    pauseS(client) {
      turn();
      if (client === undefined || (counts.get(client) ?? 0) < perMinute) return undefined;
      return Math.max(1, Math.ceil(((minute + 1) * minuteMs - now()) / 1000));
    },
    count(client) {
      turn();
      if (client === undefined) return;
      counts.set(client, (counts.get(client) ?? 0) + 1);
      forgetFirst(counts);
    },
    isProven: (key) => proven.has(digestOf(key)),
    prove(key) {
      const digest = digestOf(key);
      proven.delete(digest);
      proven.add(digest);
      forgetFirst(proven);
    },
  };
}

function forgetFirst(remembered: Map<string, number> | Set<string>): void {
  const [first] = remembered.keys();
  if (remembered.size > maxRemembered && first !== undefined) remembered.delete(first);
}

/** @throws RenderError `rate_limited` after many wrong keys, unless this key was valid recently */
export function refuseGuessing(
  { client }: FastifyRequest,
  wrongKeys: WrongKeys,
  key?: string,
): void {
  const retryAfterS = wrongKeys.pauseS(client);
  if (retryAfterS === undefined || (key !== undefined && wrongKeys.isProven(key))) return;
  const message = `Too many requests without a valid access key were sent from this address; try again in ${retryAfterS} s.`;
  throw new RenderError('rate_limited', message, { retryAfterS });
}

/** Keys themselves are not stored. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

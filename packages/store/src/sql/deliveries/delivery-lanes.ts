import type { Database, Steps } from '../database.ts';

/** Lane of a due delivery: slow if its receiver keeps failing. */
export type Lane = typeof usual | typeof slow;
export const usual = 1;
export const slow = 2;

/** Failures in a row after which an account's host moves to the slow lane. */
const slowAfterFailures = 3;

/** Number of rows that enter or change a lane at a time: no other transaction waits long. */
const BATCH = 500;

/** Deliveries under way, of all processes. */
export interface Load {
  ofAccount(account: string): number;
  ofHost(host: string): number;
  readonly inSlowLane: number;
  add(account: string, host: string): void;
}

/** The two queues of due deliveries. Steps of the caller's transaction. */
export interface DeliveryLanes {
  /** Returns whether there may be something to claim. */
  isDue(now: number): Steps<boolean>;
  nextDueAt(now: number): Steps<number | undefined>;
  /** Moves rows into a lane that have become due, or were left behind. */
  admit(now: number): Steps<void>;
  underWay(now: number): Steps<Load>;
  nextAccount(lane: Lane, after: string): Steps<string | undefined>;
  nextHost(lane: Lane, account: string, after: string): Steps<string | undefined>;
  /** False: the receiver changed, and its deliveries move to the other lane. */
  belongs(lane: Lane, account: string, host: string): Steps<boolean>;
  /** So much was moved since `admit` that the rest has to wait for the next look. */
  readonly isTired: boolean;
}

/** Returns the lane of a row, by whether its receiver keeps failing. */
export const laneOf = (account: string, host: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM failing_receivers AS f WHERE f.account_id = ${account}
    AND f.host = ${host} AND f.failures >= ${slowAfterFailures}) THEN ${slow} ELSE ${usual} END`;

const LANE_OF_ROW = laneOf('outbox.account_id', 'outbox.host');

export function createDeliveryLanes(database: Database): DeliveryLanes {
  const anyInLane = database.prepare(`SELECT 1 FROM outbox WHERE lane IS NOT NULL LIMIT 1`);
  const firstWaiting = database.prepare<{ at: number | null }>(
    `SELECT min(available_at) AS at FROM outbox WHERE lane IS NULL AND available_at IS NOT NULL`,
  );
  // Concurrent changes are awaited, and the conditions outside of the list are checked again.
  const admit = database.prepare(`UPDATE outbox SET lane = ${LANE_OF_ROW}
    WHERE lane IS NULL AND available_at IS NOT NULL AND available_at <= :now AND id IN (SELECT id FROM outbox
                 WHERE lane IS NULL AND available_at IS NOT NULL AND available_at <= :now
                 ORDER BY available_at LIMIT ${BATCH})`);
  const account = database.prepare<{ name: string }>(`SELECT account_id AS name FROM outbox
    WHERE lane = :lane AND account_id > :after ORDER BY account_id LIMIT 1`);
  const host = database.prepare<{ name: string }>(`SELECT host AS name FROM outbox
    WHERE lane = :lane AND account_id = :account AND host > :after ORDER BY host LIMIT 1`);
  const failures = database.prepare<{ failures: number }>(
    `SELECT failures FROM failing_receivers WHERE account_id = :account AND host = :host`,
  );
  const move = database.prepare(`UPDATE outbox SET lane = :to
    WHERE lane = :lane AND id IN (SELECT id FROM outbox WHERE lane = :lane AND account_id = :account AND host = :host
                 ORDER BY id LIMIT ${BATCH})`);
  let moved = 0;
  const firstWaitingAt = function* () {
    return (yield* firstWaiting.get())?.at ?? undefined;
  };
  return {
    *isDue(now) {
      return (
        (yield* anyInLane.get()) !== undefined || ((yield* firstWaitingAt()) ?? Infinity) <= now
      );
    },
    *nextDueAt(now) {
      return (yield* anyInLane.get()) === undefined ? yield* firstWaitingAt() : now;
    },
    *admit(now) {
      moved = 0;
      yield* admit.run({ now });
    },
    underWay: prepareLoad(database),
    *nextAccount(lane, after) {
      return (yield* account.get({ lane, after }))?.name;
    },
    *nextHost(lane, of, after) {
      return (yield* host.get({ lane, account: of, after }))?.name;
    },
    *belongs(lane, of, name) {
      const failed = (yield* failures.get({ account: of, host: name }))?.failures ?? 0;
      const right = failed >= slowAfterFailures ? slow : usual;
      if (right !== lane) moved += yield* move.run({ to: right, lane, account: of, host: name });
      return right === lane;
    },
    get isTired() {
      return moved >= BATCH;
    },
  };
}

function prepareLoad(database: Database): (now: number) => Steps<Load> {
  const read = database.prepare<{
    account_id: string;
    host: string;
    lane_of: number;
    count: number;
  }>(`SELECT account_id, host, ${LANE_OF_ROW} AS lane_of, count(*) AS count FROM outbox
    WHERE holder IS NOT NULL AND available_at > :now GROUP BY account_id, host`);
  return function* (now) {
    const accounts = new Map<string, number>();
    const hosts = new Map<string, number>();
    const add = (account: string, host: string, count = 1) => {
      accounts.set(account, (accounts.get(account) ?? 0) + count);
      hosts.set(host, (hosts.get(host) ?? 0) + count);
    };
    let inSlowLane = 0;
    for (const row of yield* read.all({ now })) {
      add(row.account_id, row.host, row.count);
      if (row.lane_of === slow) inSlowLane += row.count;
    }
    return {
      ofAccount: (account) => accounts.get(account) ?? 0,
      ofHost: (host) => hosts.get(host) ?? 0,
      inSlowLane,
      add: (account, host) => add(account, host),
    };
  };
}

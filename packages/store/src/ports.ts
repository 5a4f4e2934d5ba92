import type { Accounts } from './ports/accounts/accounts.ts';
import type { Batches } from './ports/requests/batches.ts';
import type { Capacity } from './ports/accounts/capacity.ts';
import type { FileBytes, Files } from './ports/files.ts';
import type { Handoffs } from './ports/requests/handoffs.ts';
import type { Idempotency } from './ports/requests/idempotency.ts';
import type { Journal } from './ports/journal.ts';
import type { Monitors } from './ports/monitors.ts';
import type { Outbox } from './ports/outbox.ts';
import type { PageSessions } from './ports/accounts/page-sessions.ts';
import type { Requests } from './ports/requests/requests.ts';
import type { Sessions } from './ports/accounts/sessions.ts';
import type { Slots } from './ports/accounts/slots.ts';
import type { Tasks } from './ports/tasks.ts';
import type { Usage } from './ports/accounts/usage.ts';
import type { KindInfo } from '@tintype/contract/light';

export type * from './ports/accounts/accounts.ts';
export type * from './ports/requests/batches.ts';
export type * from './ports/accounts/capacity.ts';
export type * from './ports/files.ts';
export type * from './ports/requests/handoffs.ts';
export type * from './ports/requests/idempotency.ts';
export type * from './ports/journal.ts';
export type * from './ports/monitors.ts';
export type * from './ports/outbox.ts';
export type * from './ports/accounts/page-sessions.ts';
export type * from './ports/requests/requests.ts';
export type * from './ports/accounts/sessions.ts';
export type * from './ports/accounts/slots.ts';
export type * from './ports/tasks.ts';
export type * from './ports/accounts/usage.ts';

/** Time for which finished items are stored, in milliseconds after they finished. */
export interface Retention {
  /** Requests that succeeded or failed. Their files go when these expire, whatever this says. */
  requestsMs: number;
  /** Deliveries that were acknowledged or given up. */
  deliveriesMs: number;
}

/** Counts of a sweep. */
export interface Swept {
  files: number;
  requests: number;
  deliveries: number;
}

/**
 * What can be claimed now and could not before. `slots`: an account may have one more render at the
 * same time. `handoffs`: something was offered, or is not wanted any longer. `answers`: something
 * that was offered has its answer.
 */
export type Changed = 'requests' | 'deliveries' | 'tasks' | 'slots' | 'handoffs' | 'answers';

/**
 * The stored state of the service.
 *
 * Rules of every method, on any database:
 * - Timestamps are Unix milliseconds, and their names end in `At`. The current time is the clock of
 *   the store.
 * - When a promise resolves, its data is stored: for accounts, requests, deliveries, tasks and monitors also
 *   through a loss of power.
 * - Missing rows are `undefined` or `false`, never an error. A wrong value is a `RenderError`.
 * - Several processes may use one store concurrently.
 */
export interface Store {
  /** Unix ms, of the machine or, if separate, of the database. */
  now(): number;
  readonly accounts: Accounts;
  readonly usage: Usage;
  readonly requests: Requests;
  readonly batches: Batches;
  readonly files: Files;
  /** The bytes that `files` is the index of. */
  readonly fileBytes: FileBytes;
  readonly capacity: Capacity;
  /** Absent where each process counts for itself how many renders of an account run. */
  readonly slots?: Slots;
  readonly idempotency: Idempotency;
  readonly outbox: Outbox;
  readonly tasks: Tasks;
  readonly monitors: Monitors;
  readonly sessions: Sessions;
  readonly pageSessions: PageSessions;
  readonly journal: Journal;
  /** Renders answered by one process and made by another. Absent with SQLite. */
  readonly handoffs?: Handoffs;
  /** Removes what is past its time, and what dead processes left behind. */
  sweep(retention: Retention): Promise<Swept>;
  /**
   * Shifts stored timestamps if the clock was set. Returns by how many ms since the last call of
   * any process; 0 below two seconds.
   */
  followClock(reading: ClockReading): Promise<number>;
  /**
   * Reports changes by other processes. Without it, components poll. Returns an unsubscribe
   * function.
   */
  onChange?(listener: (what: Changed) => void): () => void;
  /**
   * Writes a consistent copy of the database in use, without files and master key. Absent if the
   * database has its own tool.
   */
  backup?(path: string): Promise<void>;
  /** Releases open claims and reservations. */
  close(): Promise<void>;
}

/** Offset of a machine's clock to its monotonic clock. */
export interface ClockReading {
  /** Id of the machine's boot: the monotonic clock restarts with each. */
  boot: string;
  /** Difference of the two clocks in ms. It changes when the clock is set. */
  offsetMs: number;
}

/** Properties of a kind that a store needs. */
export type StoreKind = Pick<KindInfo, 'name' | 'frameControl'>;

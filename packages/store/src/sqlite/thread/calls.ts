import type { RequestClaim } from '../../ports/requests/requests.ts';
import type { DeliveryClaim } from '../../ports/outbox.ts';
import type { Store } from '../../ports.ts';

/** Reads never wait for writes: a thread each. */
export type LaneName = 'read' | 'write';

/**
 * Methods that only read; all others run in the thread that writes. Rates have a database of their
 * own, without waits for the disk.
 */
const reads: { [Port in keyof Store]?: readonly (keyof NonNullable<Store[Port]>)[] } = {
  accounts: [
    'list',
    'get',
    'findByName',
    'findByAccessKey',
    'findByPublishableKey',
    'secretKey',
    'secretKeys',
  ],
  usage: ['takeRate', 'rateState', 'used', 'byDay'],
  requests: ['get', 'getFor', 'list', 'search', 'nextDueAt', 'counts'],
  batches: ['getFor', 'ended'],
  files: ['traceOf', 'get', 'expired'],
  capacity: ['kept', 'databaseBytes', 'checkDisk'],
  outbox: ['get', 'list', 'nextDueAt', 'counts'],
  tasks: ['list', 'get', 'find', 'due', 'nextDueAt'],
  monitors: ['get', 'checks', 'check'],
  sessions: ['find'],
  pageSessions: ['read', 'get', 'list'],
  journal: ['list'],
};
const readNames = new Set(
  Object.entries(reads).flatMap(([port, names]) => names.map((name) => `${port}.${String(name)}`)),
);

/** The thread that a method runs in. */
export function laneOf(method: string): LaneName {
  return readNames.has(method) ? 'read' : 'write';
}

/** A method and what it is called with. */
export interface Call {
  /** Such as `requests.enqueue`, or `sweep`. */
  method: string;
  args: readonly unknown[];
}

const claimMethods = new Set(
  ['extend', 'succeed', 'fail', 'retryLater', 'putBack'].map((name) => `requests.${name}`),
);
const deliveryMethods = new Set(
  ['acknowledge', 'postpone', 'giveUp', 'putBack'].map((name) => `outbox.${name}`),
);

/** Large values that the other side does not need are not copied: parameters can be megabytes. */
export function lighten({ method, args }: Call): Call {
  const [first, ...rest] = args;
  if (claimMethods.has(method)) {
    const { request, token } = first as RequestClaim;
    return { method, args: [{ request: { ...request, parameters: {} }, token }, ...rest] };
  }
  if (deliveryMethods.has(method)) {
    const { delivery, token } = first as DeliveryClaim;
    const light = { delivery: { ...delivery, body: '' }, subject: {}, token };
    return { method, args: [light, ...rest] };
  }
  return { method, args };
}

import type { RequestClaim } from '../../ports/requests.ts';
import type { DeliveryClaim } from '../../ports/outbox.ts';
import type { Store } from '../../ports.ts';

/** Reads never wait for writes: a thread each. */
export type LaneName = 'read' | 'write';

/** The ports in the database. */
export type PortName =
  | 'accounts'
  | 'usage'
  | 'requests'
  | 'batches'
  | 'files'
  | 'outbox'
  | 'tasks'
  | 'capacity'
  | 'idempotency'
  | 'sessions'
  | 'journal';

/** The thread of each method. Rates have a database of their own, without waits for the disk. */
export const lanes = {
  accounts: {
    create: 'write',
    createFirst: 'write',
    ensure: 'write',
    list: 'read',
    get: 'read',
    findByName: 'read',
    findByAccessKey: 'read',
    findByPublishableKey: 'read',
    publish: 'write',
    unpublish: 'write',
    secretKey: 'read',
    secretKeys: 'read',
    rotate: 'write',
    revoke: 'write',
    update: 'write',
  },
  usage: {
    takeRate: 'read',
    rateState: 'read',
    reserve: 'write',
    lower: 'write',
    settle: 'write',
    release: 'write',
    used: 'read',
    byDay: 'read',
  },
  requests: {
    enqueue: 'write',
    recordFinished: 'write',
    get: 'read',
    getFor: 'read',
    list: 'read',
    search: 'read',
    remove: 'write',
    claim: 'write',
    extend: 'write',
    succeed: 'write',
    fail: 'write',
    retryLater: 'write',
    putBack: 'write',
    nextDueAt: 'read',
    counts: 'read',
  },
  batches: { create: 'write', getFor: 'read', cancel: 'write', ended: 'read', finish: 'write' },
  files: {
    add: 'write',
    reuse: 'write',
    addTrace: 'write',
    traceOf: 'read',
    get: 'read',
    expired: 'read',
    remove: 'write',
  },
  // The bound of the database is known to the connection that writes alone.
  capacity: { kept: 'read', databaseBytes: 'read', check: 'write', checkDisk: 'read' },
  idempotency: { begin: 'write', finish: 'write', abandon: 'write', dropAnswered: 'write' },
  outbox: {
    claimDue: 'write',
    acknowledge: 'write',
    postpone: 'write',
    giveUp: 'write',
    putBack: 'write',
    get: 'read',
    list: 'read',
    retry: 'write',
    retryFor: 'write',
    nextDueAt: 'read',
    counts: 'read',
  },
  tasks: {
    create: 'write',
    list: 'read',
    get: 'read',
    find: 'read',
    update: 'write',
    remove: 'write',
    due: 'read',
    startRun: 'write',
    skip: 'write',
    nextDueAt: 'read',
  },
  sessions: { create: 'write', find: 'read', take: 'write', end: 'write', endOperators: 'write' },
  journal: { write: 'write', list: 'read' },
} as const satisfies { [Port in PortName]: Record<keyof Store[Port], LaneName> };

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

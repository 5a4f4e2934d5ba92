import type { DeliveryBounds, DeliveryClaim, Outbox } from '../../ports/outbox.ts';
import { toDelivery, type DeliveryRow } from './delivery-rows.ts';
import { createDeliveryLanes, slow, usual, type Lane, type Load } from './delivery-lanes.ts';
import { cycleFrom } from '../round-robin.ts';
import { toSubject, type RequestRow } from '../requests/request-rows.ts';
import type { Database, Steps } from '../database.ts';
import type { SecretBox } from '../../keys/secret-box.ts';

export interface DeliveryClaimsParts {
  database: Database;
  box: SecretBox;
  holder: string;
  now: () => number;
}

/** Accounts whose last host is remembered; others start with their first. */
const MAX_REMEMBERED = 10_000;

/** One look at what is due. */
interface Look {
  load: Load;
  bounds: DeliveryBounds;
  leaseUntil: number;
}

/**
 * Claims deliveries in rotation by account, then host. Each step is one index jump, so the cost
 * does not grow with the queue.
 */
export function createDeliveryClaims(
  parts: DeliveryClaimsParts,
): Pick<Outbox, 'claimDue' | 'nextDueAt'> {
  const { database, now } = parts;
  const lanes = createDeliveryLanes(database);
  const takeOf = prepareTakeOf(parts, lanes);
  const lastAccount = { [usual]: '', [slow]: '' };

  function* takeFrom(lane: Lane, count: number, look: Look): Steps<DeliveryClaim[]> {
    const claims: DeliveryClaim[] = [];
    for (let before = -1; before < claims.length && claims.length < count;) {
      before = claims.length;
      yield* cycleFrom(
        (after) => lanes.nextAccount(lane, after),
        lastAccount[lane],
        function* (account) {
          const claim = yield* takeOf(lane, account, look);
          if (claim) {
            claims.push(claim);
            lastAccount[lane] = account;
          }
          return claims.length >= count;
        },
      );
    }
    return claims;
  }

  return {
    claimDue: async ({ leaseMs, limit, ...bounds }) => {
      // Most looks find nothing, and need not wait for those who write.
      if (!(await database.read(() => lanes.isDue(now())))) return [];
      // Bounds are counted over all processes: one claims at a time.
      return database.writeFor('deliveries', function* () {
        const instant = now();
        yield* lanes.admit(instant);
        const load = yield* lanes.underWay(instant);
        const look = { load, bounds, leaseUntil: instant + leaseMs };
        const late = yield* takeFrom(
          slow,
          Math.min(limit, bounds.slowLane - load.inSlowLane),
          look,
        );
        return [...late, ...(yield* takeFrom(usual, limit - late.length, look))];
      });
    },
    nextDueAt: async () => database.read(() => lanes.nextDueAt(now())),
  };
}

/** The next delivery of one account, if it may have one more under way: its hosts in rotation. */
function prepareTakeOf(
  { database, box, holder }: DeliveryClaimsParts,
  lanes: ReturnType<typeof createDeliveryLanes>,
): (lane: Lane, account: string, look: Look) => Steps<DeliveryClaim | undefined> {
  const takeNext = database.prepare<DeliveryRow>(`UPDATE outbox
    SET lane = NULL, available_at = :lease_until, token = token + 1, attempts = attempts + 1,
        holder = :holder
    WHERE lane = :lane AND id =
      (SELECT id FROM outbox WHERE lane = :lane AND account_id = :account AND host = :host
       ORDER BY id LIMIT 1 ${database.dialect.skipLocked})
    RETURNING *`);
  const subjectOf = database.prepare<Pick<RequestRow, 'id' | 'details' | 'task_id'>>(
    `SELECT id, details, task_id FROM requests WHERE id = :id`,
  );
  const lastHosts = new Map<string, string>();
  const remember = (account: string, host: string) => {
    lastHosts.delete(account);
    lastHosts.set(account, host);
    const [oldest] = lastHosts.size > MAX_REMEMBERED ? lastHosts.keys() : [];
    if (oldest !== undefined) lastHosts.delete(oldest);
  };

  return function* (lane, account, { load, bounds, leaseUntil }) {
    if (load.ofAccount(account) >= bounds.perAccount) return undefined;
    let row: DeliveryRow | undefined;
    yield* cycleFrom(
      (after) => lanes.nextHost(lane, account, after),
      lastHosts.get(account) ?? '',
      function* (host) {
        if (load.ofHost(host) >= bounds.perHost) return false;
        if (!(yield* lanes.belongs(lane, account, host))) return lanes.isTired;
        row = yield* takeNext.get({ lane, account, host, lease_until: leaseUntil, holder });
        if (row) {
          load.add(account, host);
          remember(account, host);
        }
        return row !== undefined;
      },
    );
    if (!row) return undefined;
    const request = yield* subjectOf.get({ id: row.request_id });
    const subject = request ? toSubject(request, box) : {};
    return { delivery: toDelivery(row, box), subject, token: row.token };
  };
}

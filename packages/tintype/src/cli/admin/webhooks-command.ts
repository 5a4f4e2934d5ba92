import type { Delivery, DeliveryState, Store } from '@tintype/store';
import * as z from 'zod/mini';
import { createStoreCommand, type StoreAnswer, type StoreRequest } from './create-store-command.ts';
import { findAccount } from './find-account.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { ACCOUNT_FLAG, CHOICE_GROUP, LIMIT_FLAG, readLimit } from '../flags/list-flags.ts';
import { readFlag } from '../flags/read-flag.ts';
import { instant, textTable } from '../output/text-table.ts';
import { UsageError } from '../cli-context.ts';

type Given = ReadonlyMap<string, string>;

const USAGE = `Usage
  tintype webhooks list [--state <state>] [--account <name | id>] [--limit <n>]
  tintype webhooks retry <id> [more...]
  tintype webhooks retry --state failed [--account <name | id>]

Lists webhooks of the service, and sends them again with the same webhook-id. A running service sends them
within a second.`;

const FLAGS: readonly Flag[] = [
  ...inGroup(CHOICE_GROUP, {
    state: [
      '<pending | delivered | failed>',
      'Only webhooks that are waiting, delivered, or given up.',
    ],
  }),
  ACCOUNT_FLAG,
  LIMIT_FLAG,
];

const pageSize = 500;

/** `tintype webhooks`: lists, shows and resends the webhooks of a service. */
export const webhooksCommand = createStoreCommand({
  name: 'webhooks',
  usage: USAGE,
  flags: FLAGS,
  actions: { list, retry },
  meant: { list: ['state', 'account', 'limit'], retry: ['state', 'account'] },
  refuse(action, ids, given) {
    readState(given);
    readLimit(given);
    return action === 'list' ? refuseNames(ids) : refuseVague(ids, given);
  },
});

async function list({ store, given }: StoreRequest): Promise<StoreAnswer> {
  const filter = await readFilter(store, given);
  const deliveries = await store.outbox.list({ ...filter, limit: readLimit(given) });
  return { plain: tableOf(deliveries), json: deliveries.map(toJson) };
}

async function retry({ store, given, subjects }: StoreRequest): Promise<StoreAnswer> {
  const deliveries =
    subjects.length > 0
      ? await Promise.all(subjects.map((id) => findDelivery(store, id)))
      : await listAll(store, await readFilter(store, given));
  for (const { id } of deliveries) await store.outbox.retry(id);
  return {
    plain: `${deliveries.length} will be sent again.\n`,
    json: deliveries.map(({ id }) => id),
  };
}

interface Filter {
  state?: DeliveryState;
  accountId?: string;
}

async function readFilter(store: Store, given: Given): Promise<Filter> {
  const state = readState(given);
  const owner = given.get('account');
  const accountId = owner === undefined ? undefined : (await findAccount(store, owner)).id;
  return { ...(state && { state }), ...(accountId && { accountId }) };
}

function readState(given: Given): DeliveryState | undefined {
  return readFlag(z.enum(['pending', 'delivered', 'failed']), 'state', given);
}

function refuseNames(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  return `tintype webhooks list takes no name; got "${ids.join(' ')}".`;
}

/** Rejects a command without ids or filters: a forgotten argument must not resend all webhooks. */
function refuseVague(ids: readonly string[], given: Given): string | undefined {
  const isNamed = ids.length > 0 && !given.has('state') && !given.has('account');
  const isFailed = ids.length === 0 && given.get('state') === 'failed';
  if (isNamed || isFailed) return undefined;
  return 'Say tintype webhooks retry <id>, or tintype webhooks retry --state failed.';
}

async function findDelivery(store: Store, id: string): Promise<Delivery> {
  const delivery = await store.outbox.get(id);
  if (delivery) return delivery;
  throw new UsageError(`Webhook "${id}" not found. See: tintype webhooks list`);
}

async function listAll({ outbox }: Store, filter: Filter): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const page = await outbox.list({ ...filter, limit: pageSize, ...(before && { before }) });
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

function tableOf(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'There are no webhooks.\n';
  const header = ['ID', 'STATE', 'ATTEMPTS', 'CREATED', 'NEXT ATTEMPT', 'TARGET', 'LAST ANSWER'];
  const rows = deliveries.map((delivery) => [
    delivery.id,
    delivery.state,
    String(delivery.attempts),
    instant(delivery.createdAt),
    instant(delivery.nextAttemptAt),
    targetOf(delivery.url),
    delivery.lastError ?? String(delivery.lastStatus ?? '-'),
  ]);
  return textTable([header, ...rows]);
}

/** Returns the URL of a receiver without user, password and query, which may contain a secret. */
function targetOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.origin}${parsed.pathname}`;
}

function toJson(delivery: Delivery) {
  const { createdAt, nextAttemptAt, finishedAt, ...rest } = delivery;
  return {
    ...rest,
    created: new Date(createdAt).toISOString(),
    ...(nextAttemptAt && { nextAttempt: new Date(nextAttemptAt).toISOString() }),
    ...(finishedAt && { finished: new Date(finishedAt).toISOString() }),
  };
}

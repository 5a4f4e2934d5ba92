import { nearest } from '@tintype/contract';
import type { Delivery, DeliveryState, Store } from '@tintype/store';
import { EXIT, type CliContext } from './cli-context.ts';
import { HELP_FLAG, JSON_FLAG, VERBOSE_FLAG } from './command-flags.ts';
import { findAccount } from './find-account.ts';
import type { Flag } from './flag.ts';
import { formatHelp } from './help.ts';
import { parseFlags } from './parse-flags.ts';
import { STORE_FLAGS, withStore } from './store-flags.ts';
import {
  ACCOUNT_FLAG,
  chooseAction,
  LIMIT_FLAG,
  readLimit,
  refuseIdleFlags,
} from './store-actions.ts';
import { textTable } from './text-table.ts';
import { UsageError } from './usage-error.ts';

const USAGE = `Usage
  tintype webhooks list [--state <state>] [--account <name | id>] [--limit <n>]
  tintype webhooks retry <id> [more...]
  tintype webhooks retry --state failed [--account <name | id>]

Callbacks of the service: what became of them, and to send them again under the same webhook-id. A service that runs sends them
within a second.`;

const FLAGS: readonly Flag[] = [
  {
    name: 'state',
    isSwitch: false,
    placeholder: '<pending | delivered | failed>',
    group: 'Which',
    description: 'Only those that are waiting, that arrived, or that were given up.',
  },
  ACCOUNT_FLAG,
  LIMIT_FLAG,
  ...STORE_FLAGS,
  JSON_FLAG,
  VERBOSE_FLAG,
  HELP_FLAG,
];

const meant = { list: ['state', 'account', 'limit'], retry: ['state', 'account'] } as const;

/** How many are read at once. */
const pageSize = 500;

type Given = ReadonlyMap<string, string>;

/** `tintype webhooks`: the outbox of a service. */
export async function webhooksCommand(
  args: readonly string[],
  context: CliContext,
): Promise<number> {
  const parsed = parseFlags(args, FLAGS, nearest);
  const given: Given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  if (given.get('help') === 'true') {
    context.stdout.write(formatHelp(USAGE, FLAGS, context.stdout));
    return EXIT.done;
  }
  const [word, ...ids] = parsed.positionals;
  const action = chooseAction('webhooks', word, meant);
  refuseIdleFlags('webhooks', action, parsed, meant[action]);
  const state = readState(given);
  const limit = readLimit(given);
  checkChoice(action, ids, given);
  return withStore(parsed, context, async ({ store }) => {
    const owner = given.get('account');
    const accountId = owner === undefined ? undefined : (await findAccount(store, owner)).id;
    const filter = { ...(state && { state }), ...(accountId && { accountId }) };
    const deliveries =
      action === 'list'
        ? await store.outbox.list({ ...filter, limit })
        : ids.length > 0
          ? await Promise.all(ids.map((id) => findDelivery(store, id)))
          : await listAll(store, filter);
    if (action === 'retry') for (const { id } of deliveries) await store.outbox.retry(id);
    const plain =
      action === 'list' ? tableOf(deliveries) : `${deliveries.length} will be sent again.\n`;
    const isJson = given.get('json') === 'true';
    context.stdout.write(isJson ? `${JSON.stringify(deliveries.map(toJson), null, 2)}\n` : plain);
    return EXIT.done;
  });
}

function readState(given: Given): DeliveryState | undefined {
  const text = given.get('state');
  const states = ['pending', 'delivered', 'failed'] as const;
  const state = states.find((name) => name === text);
  if (text === undefined || state !== undefined) return state;
  throw new UsageError(`--state: one of ${states.join(', ')} was expected, but "${text}" came.`);
}

/** Everything that ever arrived is not sent again by leaving out a word. */
function checkChoice(action: 'list' | 'retry', ids: readonly string[], given: Given): void {
  const isListed = action === 'list' && ids.length === 0;
  const isNamed = ids.length > 0 && !given.has('state') && !given.has('account');
  const isFailed = ids.length === 0 && given.get('state') === 'failed';
  if (isListed || (action === 'retry' && (isNamed || isFailed))) return;
  throw new UsageError(
    action === 'list'
      ? `tintype webhooks list takes no name; "${ids.join(' ')}" came.`
      : 'Say tintype webhooks retry <id>, or tintype webhooks retry --state failed.',
  );
}

async function findDelivery(store: Store, id: string): Promise<Delivery> {
  const delivery = await store.outbox.get(id);
  if (delivery) return delivery;
  throw new UsageError(`There is no callback "${id}". See: tintype webhooks list`);
}

async function listAll(
  { outbox }: Store,
  filter: { state?: DeliveryState; accountId?: string },
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const page = await outbox.list({ ...filter, limit: pageSize, ...(before && { before }) });
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

function tableOf(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'There are no callbacks.\n';
  const header = ['ID', 'STATE', 'TRIES', 'MADE', 'NEXT TRY', 'TARGET', 'LAST ANSWER'];
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

/** Receivers are told apart by path; what stands behind it, or before the host, may be a secret. */
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

function instant(at: number | undefined): string {
  return at === undefined ? '-' : `${new Date(at).toISOString().slice(0, 19)}Z`;
}

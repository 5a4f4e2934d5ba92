import { join } from 'node:path';
import type { KindSet } from '@tintype/contract';
import { expecting, withoutUndefined } from '@tintype/contract/read';
import {
  accountFields,
  limitsOf,
  placeOf,
  rotateMasterKey,
  type Account,
  type AccountChanges,
  type AccountKeys,
  type NewAccount,
} from '@tintype/store';
import type { StoreAnswer, StoreRequest } from './create-store-command.ts';
import * as z from 'zod/mini';
import { everyPage, findAccount } from './find-account.ts';
import { readFlag } from '../flags/read-flag.ts';
import { textTable } from '../output/text-table.ts';
import { UsageError } from '../cli-context.ts';

export const keysActions = {
  create,
  list,
  rotate,
  set,
  publish,
  unpublish,
  revoke,
  'rotate-master': rotateMaster,
} as const;

async function create({ store, given, subject }: StoreRequest): Promise<StoreAnswer> {
  const { plan = 'scale', ratePerMinute, quotaPerMonth, ...changes } = readChanges(given);
  const input: NewAccount = {
    ...changes,
    plan,
    name: subject,
    ...(typeof ratePerMinute === 'number' ? { ratePerMinute } : {}),
    ...(typeof quotaPerMonth === 'number' ? { quotaPerMonth } : {}),
  };
  const { account, keys } = await store.accounts.create(input);
  return {
    plain: `Account ${account.name} of the plan ${account.plan}.\n${showKeys(keys)}`,
    json: { ...accountJson(account), ...keys },
  };
}

async function list({ store, plans }: StoreRequest): Promise<StoreAnswer> {
  const rows = [];
  for await (const account of everyPage<Account>((page) => store.accounts.list(page))) {
    const usage = await store.usage.used(account.id);
    rows.push({ account, limits: limitsOf(account, plans), usage });
  }
  const header = ['NAME', 'PLAN', 'STATUS', 'SIGNED', 'PER MINUTE', 'THIS MONTH', 'CREATED', 'ID'];
  const table = rows.map(({ account, limits, usage }) => [
    account.name,
    account.plan,
    account.status,
    account.signatureRequired ? `required, v${account.signatureVersion}` : 'no',
    String(limits.ratePerMinute),
    `${usage.used} of ${limits.quotaPerMonth}`,
    new Date(account.createdAt).toISOString().slice(0, 10),
    account.id,
  ]);
  return {
    plain: rows.length === 0 ? 'There are no accounts.\n' : textTable([header, ...table]),
    json: rows.map(({ account, limits, usage }) => ({
      ...accountJson(account),
      ratePerMinute: limits.ratePerMinute,
      quotaPerMonth: limits.quotaPerMonth,
      usedThisMonth: usage.used,
    })),
  };
}

async function rotate({ store, given, subject }: StoreRequest): Promise<StoreAnswer> {
  const which = readFlag(z.enum(['access', 'secret']), 'only', given) ?? 'both';
  const account = await findAccount(store, subject);
  const overlapMs = readFlag(overlap, 'overlap', given) ?? 0;
  const keys = await store.accounts.rotate(account.id, which, { overlapMs });
  if (!keys) throw gone(account);
  const until = new Date(store.now() + overlapMs).toISOString();
  const old = overlapMs === 0 ? 'invalid from now on' : `valid until ${until}`;
  return {
    plain: `New keys of ${account.name}. The old keys are ${old}.\n${showKeys(keys)}`,
    json: { ...accountJson((await store.accounts.get(account.id)) ?? account), ...keys },
  };
}

async function set({ store, given, subject }: StoreRequest): Promise<StoreAnswer> {
  const changes = readChanges(given);
  if (Object.keys(changes).length === 0) {
    throw new UsageError(
      'Name what to set: --name, --plan, --status, --signature-required, --signature-version, --rate or --quota.',
    );
  }
  const found = await findAccount(store, subject);
  const account = await store.accounts.update(found.id, changes);
  if (!account) throw gone(found);
  const rows = Object.entries(accountJson(account)).map(([name, value]) => [name, String(value)]);
  return { plain: textTable(rows), json: accountJson(account) };
}

async function publish({ store, given, subject, kinds }: StoreRequest): Promise<StoreAnswer> {
  const account = await findAccount(store, subject);
  const publishableKinds = readFlag(someOf(kinds), 'kinds', given) ?? kinds.names;
  const published = await store.accounts.publish(account.id, publishableKinds);
  if (!published) throw gone(account);
  return {
    plain: `\n${textTable([['Publishable key', published.publishableKey]])}\nSave this now: it is not shown again.\nIt is valid for signed GETs of ${publishableKinds.join(', ')} only, and may be part of public links.\n`,
    json: { ...accountJson({ ...account, publishableKinds }), ...published },
  };
}

async function unpublish({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  const account = await findAccount(store, subject);
  if (!(await store.accounts.unpublish(account.id))) {
    throw new UsageError(`${account.name} has no publishable key.`);
  }
  const { publishableKinds: _, ...without } = account;
  return {
    plain: `${account.name} no longer has a publishable key: links with it are rejected.\n`,
    json: accountJson(without),
  };
}

async function revoke({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  const account = await findAccount(store, subject);
  if (!(await store.accounts.revoke(account.id))) throw gone(account);
  return {
    plain: `${account.name} (${account.id}) is revoked: its keys are deleted and its tasks disabled.\n`,
    json: accountJson({ ...account, status: 'revoked' }),
  };
}

/** Requires that no other process has the data open, including this command. */
async function rotateMaster({ store, dataDir, config }: StoreRequest): Promise<StoreAnswer> {
  await store.close();
  const { master_key: masterKey } = config;
  const place = placeOf(config.store, dataDir);
  const done = await rotateMasterKey({
    place: config.store,
    dataDir,
    ...(masterKey === undefined ? {} : { masterKey }),
  });
  const folder = place.kind === 'sqlite' ? place.folder : dataDir;
  const next =
    masterKey === undefined
      ? `The new key is in ${join(folder, 'master.key')}. Keep a copy apart from your backups. Older backups can be opened with the old key only.`
      : 'Remove the old key from master_key now. Older backups can be opened with the old key only.';
  return {
    plain: `${done.sealed} values are encrypted under the new master key.\n${next}\n`,
    json: done,
  };
}

function gone({ name }: Account): UsageError {
  return new UsageError(
    `${name} is revoked, which is final. Create a new account: tintype keys create`,
  );
}

function accountJson({ createdAt, previousKeysUntil, ...account }: Account) {
  return {
    ...account,
    ...(previousKeysUntil !== undefined && {
      previousKeysUntil: new Date(previousKeysUntil).toISOString(),
    }),
    created: new Date(createdAt).toISOString(),
  };
}

const someOf = ({ names }: KindSet) => z.array(z.enum([...names])).check(z.minLength(1));

const maxOverlapMs = 30 * 86_400_000;
const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function overlapOf(text: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,6})([mhd])$/.exec(text) ?? [];
  return Number(count || NaN) * (unitsMs[unit] ?? NaN);
}

/** A duration such as `30m`, `24h` or `7d`. */
const overlap = z.pipe(
  z.string().check(
    z.refine((text) => overlapOf(text) <= maxOverlapMs),
    expecting('a time of at most 30d such as 30m, 24h or 7d'),
  ),
  z.transform(overlapOf),
);

function showKeys({ accessKey, secretKey }: Partial<AccountKeys>): string {
  const shown = [
    ['Access key', accessKey, 'The access key goes into the header X-Access-Key.'],
    [
      'Secret key',
      secretKey,
      'The secret key signs requests and proves webhooks; it is never sent.',
    ],
  ].filter(([, key]) => key !== undefined);
  const table = textTable(shown.map(([name = '', key = '']) => [name, key]));
  const uses = shown.map(([, , use]) => use);
  return `\n${table}\nSave this now: it is not shown again.\n${uses.join('\n')}\n`;
}

/** Reads the flags that change an account. Properties without a flag are absent. */
function readChanges(given: ReadonlyMap<string, string>): AccountChanges {
  const signed = given.get('signature-required');
  const version = readFlag(accountFields.signatureVersion, 'signature-version', given);
  return withoutUndefined({
    name: given.get('name'),
    plan: readFlag(accountFields.plan, 'plan', given),
    status: readFlag(accountFields.status, 'status', given),
    signatureRequired: signed === undefined ? undefined : signed === 'true',
    signatureVersion: version === undefined ? undefined : version === 2 ? 2 : 1,
    ratePerMinute: readFigure('rate', accountFields.ratePerMinute, given),
    quotaPerMonth: readFigure('quota', accountFields.quotaPerMonth, given),
  });
}

/** Returns `null` for the plan's default. */
function readFigure(
  flag: string,
  schema: z.core.$ZodType<number>,
  given: ReadonlyMap<string, string>,
): number | null | undefined {
  return given.get(flag) === 'plan' ? null : readFlag(schema, flag, given, { or: '"plan"' });
}

import {
  accountLimits,
  limitsOf,
  planNames,
  type Account,
  type AccountChanges,
  type AccountKeys,
  type NewAccount,
} from '@tintype/store';
import type { StoreAnswer, StoreRequest } from './create-store-command.ts';
import { findAccount } from './find-account.ts';
import { textTable } from './text-table.ts';
import { UsageError } from './usage-error.ts';

/** The actions of `tintype keys`. */
export const keysActions = { create, list, rotate, set, revoke } as const;

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
  const rows = await Promise.all(
    (await store.accounts.list()).map(async (account) => ({
      account,
      limits: limitsOf(account, plans),
      usage: await store.usage.used(account.id),
    })),
  );
  const header = ['NAME', 'PLAN', 'STATUS', 'SIGNED', 'PER MINUTE', 'THIS MONTH', 'MADE', 'ID'];
  const table = rows.map(({ account, limits, usage }) => [
    account.name,
    account.plan,
    account.status,
    account.signatureRequired ? 'required' : 'no',
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
  const which = readChoice(given, 'only', ['access', 'secret'] as const) ?? 'both';
  const account = await findAccount(store, subject);
  const keys = await store.accounts.rotate(account.id, which);
  if (!keys) throw gone(account);
  return {
    plain: `New keys of ${account.name}. The old ones are invalid from now on.\n${showKeys(keys)}`,
    json: { ...accountJson(account), ...keys },
  };
}

async function set({ store, given, subject }: StoreRequest): Promise<StoreAnswer> {
  const changes = readChanges(given);
  if (Object.keys(changes).length === 0) {
    throw new UsageError(
      'Say what to set: --name, --plan, --status, --signature-required, --rate or --quota.',
    );
  }
  const found = await findAccount(store, subject);
  const account = await store.accounts.update(found.id, changes);
  if (!account) throw gone(found);
  const facts = Object.entries(accountJson(account)).map(([name, value]) => [name, String(value)]);
  return { plain: textTable(facts), json: accountJson(account) };
}

async function revoke({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  const account = await findAccount(store, subject);
  if (!(await store.accounts.revoke(account.id))) throw gone(account);
  return {
    plain: `${account.name} (${account.id}) is revoked: its keys are destroyed, and its tasks are switched off.\n`,
    json: accountJson({ ...account, status: 'revoked' }),
  };
}

function gone({ name }: Account): UsageError {
  return new UsageError(
    `${name} is revoked, which is final. Make a new account: tintype keys create`,
  );
}

function accountJson({ createdAt, ...account }: Account) {
  return { ...account, created: new Date(createdAt).toISOString() };
}

function showKeys({ accessKey, secretKey }: Partial<AccountKeys>): string {
  const rows = [
    ...(accessKey === undefined ? [] : [['Access key', accessKey]]),
    ...(secretKey === undefined ? [] : [['Secret key', secretKey]]),
  ];
  const uses = [
    ...(accessKey === undefined ? [] : ['The access key goes into the header X-Access-Key.']),
    ...(secretKey === undefined
      ? []
      : ['The secret key signs requests and proves callbacks; it is never sent.']),
  ];
  return `\n${textTable(rows)}\nWrite this down now: it is not shown again.\n${uses.join('\n')}\n`;
}

/** Flags that say what an account is to be. Absent is what was not said. */
function readChanges(given: ReadonlyMap<string, string>): AccountChanges {
  const name = given.get('name');
  const plan = readChoice(given, 'plan', planNames);
  const status = readChoice(given, 'status', ['active', 'unpaid'] as const);
  const signed = given.get('signature-required');
  const ratePerMinute = readFigure(given, 'rate', accountLimits.ratePerMinute);
  const quotaPerMonth = readFigure(given, 'quota', accountLimits.quotaPerMonth);
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(status === undefined ? {} : { status }),
    ...(signed === undefined ? {} : { signatureRequired: signed === 'true' }),
    ...(ratePerMinute === undefined ? {} : { ratePerMinute }),
    ...(quotaPerMonth === undefined ? {} : { quotaPerMonth }),
  };
}

function readChoice<Choice extends string>(
  given: ReadonlyMap<string, string>,
  flag: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = given.get(flag);
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new UsageError(
    `--${flag}: one of ${choices.join(', ')} was expected, but "${value}" came.`,
  );
}

/** `null` means: as the plan says. */
function readFigure(
  given: ReadonlyMap<string, string>,
  flag: string,
  { min, max }: { min: number; max: number },
): number | null | undefined {
  const text = given.get(flag);
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(
    `--${flag}: an integer from ${min} to ${max}, or "plan", was expected, but "${text}" came.`,
  );
}

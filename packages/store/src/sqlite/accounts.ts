import { RenderError } from '@tintype/contract';
import { v7 as uuid } from 'uuid';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkName,
  accountLimits,
} from '../check-values.ts';
import {
  checkAccessKey,
  checkSecretKey,
  hashAccessKey,
  isAccessKey,
  isSameHash,
  newAccessKey,
  newSecretKey,
} from '../keys/account-keys.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { planNames } from '../plans.ts';
import type {
  Account,
  AccountChanges,
  AccountKeys,
  Accounts,
  NewAccount,
} from '../ports/accounts.ts';
import { createAccountRows, type AccountRows } from './account-rows.ts';
import type { Database } from './open-database.ts';

/** What accounts lie on. */
export interface AccountsParts {
  database: Database;
  box: SecretBox;
  now: () => number;
}

/** Nothing is kept between two calls: a key that was rotated by another process is invalid at once. */
export function createAccounts({ database, box, now }: AccountsParts): Accounts {
  const rows = createAccountRows(database);

  const insert = (input: NewAccount): { account: Account; keys: AccountKeys } => {
    const account: Account = {
      id: uuid({ msecs: now() }),
      ...readNew(input),
      createdAt: now(),
    };
    const keys = {
      accessKey: checkAccessKey(input.keys?.accessKey ?? newAccessKey()),
      secretKey: checkSecretKey(input.keys?.secretKey ?? newSecretKey()),
    };
    refuseTakenName(rows, account.name);
    rows.insert(account);
    setKeys(account.id, keys);
    return { account, keys };
  };

  const setKeys = (id: string, { accessKey, secretKey }: Partial<AccountKeys>) => {
    if (accessKey !== undefined) {
      const hash = hashAccessKey(checkAccessKey(accessKey));
      if ((rows.byKeyHash(hash)?.account.id ?? id) !== id) {
        throw new RenderError('invalid_parameter', 'accessKey: another account has this key.');
      }
      rows.setAccessKeyHash(id, hash);
    }
    if (secretKey !== undefined) {
      rows.setSecretKey(id, box.seal(checkSecretKey(secretKey), id));
    }
  };

  const openSecret = (id: string) => {
    const sealed = rows.secretKey(id);
    return sealed === undefined ? undefined : box.open(sealed, id);
  };

  return {
    create: async (input) => database.write(() => insert(input)),
    createFirst: async (input) => database.write(() => (rows.hasAny() ? undefined : insert(input))),
    ensure: async ({ name, plan, keys = {} }) =>
      database.write(() => {
        const present = rows.byName(name);
        if (!present) {
          const made = insert({ name, plan, keys });
          return { account: made.account, ...unseen(made.keys, keys) };
        }
        rows.update({ ...present, plan: checkChoice('plan', plan, planNames) });
        setKeys(present.id, keys);
        return { account: { ...present, plan } };
      }),
    list: async () => database.read(() => rows.list()),
    get: async (id) => database.read(() => rows.get(id)),
    findByAccessKey: async (accessKey) => {
      if (!isAccessKey(accessKey)) return undefined;
      const hash = hashAccessKey(accessKey);
      const found = database.read(() => rows.byKeyHash(hash));
      return found && isSameHash(found.hash, hash) ? found.account : undefined;
    },
    secretKey: async (id) => database.read(() => openSecret(id)),
    rotate: async (id, which) =>
      database.write(() => {
        if (!isOpen(rows.get(id))) return undefined;
        const keys = {
          ...(which === 'secret' ? {} : { accessKey: newAccessKey() }),
          ...(which === 'access' ? {} : { secretKey: newSecretKey() }),
        };
        setKeys(id, keys);
        return keys;
      }),
    revoke: async (id) => database.write(() => isOpen(rows.get(id)) && rows.revoke(id)),
    update: async (id, changes) =>
      database.write(() => {
        const present = rows.get(id);
        if (!isOpen(present)) return undefined;
        const account = apply(present, changes);
        if (account.name !== present.name) refuseTakenName(rows, account.name);
        rows.update(account);
        return account;
      }),
  };
}

function isOpen(account: Account | undefined): account is Account {
  return account !== undefined && account.status !== 'revoked';
}

function refuseTakenName(rows: AccountRows, name: string): void {
  if (rows.byName(name)) {
    throw new RenderError('invalid_parameter', `name: there is an account called ${name} already.`);
  }
}

/** What was made here, of what was not given. */
function unseen(
  made: AccountKeys,
  given: Partial<AccountKeys>,
): { newKeys?: Partial<AccountKeys> } {
  const newKeys = {
    ...(given.accessKey === undefined ? { accessKey: made.accessKey } : {}),
    ...(given.secretKey === undefined ? { secretKey: made.secretKey } : {}),
  };
  return Object.keys(newKeys).length === 0 ? {} : { newKeys };
}

const openStatuses = ['active', 'unpaid'] as const;

function readNew(input: NewAccount): Omit<Account, 'id' | 'createdAt'> {
  const { ratePerMinute, quotaPerMonth } = input;
  return {
    name: checkName('name', input.name),
    plan: checkChoice('plan', input.plan, planNames),
    status: checkChoice('status', input.status ?? 'active', openStatuses),
    signatureRequired: checkBoolean('signatureRequired', input.signatureRequired ?? false),
    ...readFigure('ratePerMinute', ratePerMinute),
    ...readFigure('quotaPerMonth', quotaPerMonth),
  };
}

function readFigure(name: 'ratePerMinute' | 'quotaPerMonth', value: number | undefined) {
  return value === undefined ? {} : { [name]: checkInteger(name, value, accountLimits[name]) };
}

function apply(account: Account, changes: AccountChanges): Account {
  const { ratePerMinute, quotaPerMonth, ...others } = account;
  const kept = <Value>(change: Value | null | undefined, present: Value | undefined) =>
    change === undefined ? present : (change ?? undefined);
  const figures = {
    ...readFigure('ratePerMinute', kept(changes.ratePerMinute, ratePerMinute)),
    ...readFigure('quotaPerMonth', kept(changes.quotaPerMonth, quotaPerMonth)),
  };
  const { name = account.name, plan = account.plan, status = account.status } = changes;
  return {
    ...others,
    name: checkName('name', name),
    plan: checkChoice('plan', plan, planNames),
    status: checkChoice('status', status, openStatuses),
    signatureRequired: checkBoolean(
      'signatureRequired',
      changes.signatureRequired ?? account.signatureRequired,
    ),
    ...figures,
  };
}

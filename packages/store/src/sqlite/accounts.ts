import { RenderError } from '@tintype/contract/errors';
import { v7 as uuid } from 'uuid';
import type * as z from 'zod/mini';
import { readValue } from '@tintype/contract/read';
import { accountFields } from '../account-fields.ts';
import {
  hashAccessKey,
  isAccessKey,
  isPublishableKey,
  isSameHash,
  newAccessKey,
  newPublishableKey,
  newSecretKey,
} from '../keys/account-keys.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import type {
  Account,
  AccountChanges,
  AccountKeys,
  Accounts,
  NewAccount,
} from '../ports/accounts.ts';
import { createAccountRows, type AccountRows } from './account-rows.ts';
import { createConfigured } from './configured.ts';
import type { Database } from './open-database.ts';
import type { StoreKind } from './store-kind.ts';

/** What accounts lie on. */
export interface AccountsParts {
  database: Database;
  kinds: readonly StoreKind[];
  box: SecretBox;
  now: () => number;
}

/** Nothing is kept between two calls: a key that was rotated by another process is invalid at once. */
export function createAccounts({ database, box, kinds, now }: AccountsParts): Accounts {
  const knownKinds = kinds.map(({ name }) => name);
  const rows = createAccountRows(database);
  const configured = createConfigured(database, box);

  const insert = (input: NewAccount): { account: Account; keys: AccountKeys } => {
    const account: Account = {
      id: uuid({ msecs: now() }),
      ...readNew(input),
      createdAt: now(),
    };
    const keys = {
      accessKey: readField('accessKey', input.keys?.accessKey ?? newAccessKey()),
      secretKey: readField('secretKey', input.keys?.secretKey ?? newSecretKey()),
    };
    refuseTakenName(rows, account.name);
    rows.insert(account);
    setKeys(account.id, keys);
    return { account, keys };
  };

  const setKeys = (id: string, { accessKey, secretKey }: Partial<AccountKeys>, overlapMs = 0) => {
    if (accessKey !== undefined) {
      const hash = hashAccessKey(readField('accessKey', accessKey));
      const owner = rows.byKeyHash(hash)?.account ?? rows.byKeptHash(hash, now());
      if ((owner?.id ?? id) !== id) {
        throw new RenderError('invalid_parameter', 'accessKey: another account has this key.');
      }
      if (overlapMs > 0) rows.keepKey(id, 'access', now() + overlapMs);
      else rows.dropKept(id, 'access');
      rows.setAccessKeyHash(id, hash);
    }
    if (secretKey !== undefined) {
      if (overlapMs > 0) rows.keepKey(id, 'secret', now() + overlapMs);
      else rows.dropKept(id, 'secret');
      rows.setSecretKey(id, box.seal(readField('secretKey', secretKey), id));
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
        const isNew = configured.change(name, { plan, ...keys });
        const present = rows.byName(name);
        if (!present && !isNew) return undefined;
        if (!present) {
          const made = insert({ name, plan, keys });
          return { account: made.account, ...unseen(made.keys, keys) };
        }
        if (!isNew) return { account: present };
        rows.update({ ...present, plan: readField('plan', plan) });
        setKeys(present.id, keys);
        return { account: { ...present, plan } };
      }),
    list: async (page = { limit: 1_000 }) => database.read(() => rows.list(page)),
    findByName: async (name) => database.read(() => rows.byName(name)),
    get: async (id) => database.read(() => rows.get(id)),
    findByAccessKey: async (accessKey) => {
      if (!isAccessKey(accessKey)) return undefined;
      const hash = hashAccessKey(accessKey);
      const found = database.read(() => rows.byKeyHash(hash));
      if (found && isSameHash(found.hash, hash)) return found.account;
      return database.read(() => rows.byKeptHash(hash, now()));
    },
    findByPublishableKey: async (publishableKey) => {
      if (!isPublishableKey(publishableKey)) return undefined;
      const hash = hashAccessKey(publishableKey);
      return database.read(() => rows.byPublishableHash(hash));
    },
    publish: async (id, wanted) => {
      if (wanted.length === 0 || !wanted.every((kind) => knownKinds.includes(kind))) {
        throw new RenderError(
          'invalid_parameter',
          `kinds must be some of ${knownKinds.join(', ')}; got ${wanted.join(', ') || 'none'}.`,
        );
      }
      const publishableKey = newPublishableKey();
      return database.write(() => {
        if (!isOpen(rows.get(id))) return undefined;
        rows.setPublishable(id, hashAccessKey(publishableKey), [...new Set(wanted)]);
        return { publishableKey };
      });
    },
    unpublish: async (id) => database.write(() => rows.setPublishable(id, null, null)),
    secretKey: async (id) => database.read(() => openSecret(id)),
    secretKeys: async (id) =>
      database.read(() => {
        const kept = rows.keptSecret(id, now());
        return [openSecret(id), kept && box.open(kept, id)].filter((key) => key !== undefined);
      }),
    rotate: async (id, which, { overlapMs = 0 } = {}) =>
      database.write(() => {
        readField('overlapMs', overlapMs);
        if (!isOpen(rows.get(id))) return undefined;
        const keys = {
          ...(which === 'secret' ? {} : { accessKey: newAccessKey() }),
          ...(which === 'access' ? {} : { secretKey: newSecretKey() }),
        };
        setKeys(id, keys, overlapMs);
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

type Fields = typeof accountFields;

/** @throws RenderError `invalid_parameter` or `missing_parameter` */
function readField<Name extends keyof Fields>(name: Name, value: unknown): z.output<Fields[Name]> {
  const schema: z.core.$ZodType = accountFields[name];
  return readValue(schema, value, name) as z.output<Fields[Name]>;
}

function readNew(input: NewAccount): Omit<Account, 'id' | 'createdAt'> {
  const { ratePerMinute, quotaPerMonth } = input;
  return {
    name: readField('name', input.name),
    plan: readField('plan', input.plan),
    status: readField('status', input.status ?? 'active'),
    signatureRequired: readField('signatureRequired', input.signatureRequired ?? false),
    signatureVersion: readVersion(input.signatureVersion ?? 1),
    ...readFigure('ratePerMinute', ratePerMinute),
    ...readFigure('quotaPerMonth', quotaPerMonth),
  };
}

function readFigure(name: 'ratePerMinute' | 'quotaPerMonth', value: number | undefined) {
  return value === undefined ? {} : { [name]: readField(name, value) };
}

function readVersion(version: 1 | 2): 1 | 2 {
  return readField('signatureVersion', version) === 2 ? 2 : 1;
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
  const { signatureRequired = account.signatureRequired } = changes;
  return {
    ...others,
    name: readField('name', name),
    plan: readField('plan', plan),
    status: readField('status', status),
    signatureRequired: readField('signatureRequired', signatureRequired),
    signatureVersion: readVersion(changes.signatureVersion ?? account.signatureVersion),
    ...figures,
  };
}

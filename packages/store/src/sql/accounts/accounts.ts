import { RenderError } from '@tintype/contract/errors';
import { v7 as uuid } from 'uuid';
import {
  hashAccessKey,
  isAccessKey,
  isPublishableKey,
  isSameHash,
  newAccessKey,
  newPublishableKey,
  newSecretKey,
} from '../../keys/account-keys.ts';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { Account, AccountKeys, Accounts, NewAccount } from '../../ports/accounts/accounts.ts';
import { createAccountRows, type AccountRows } from './account-rows.ts';
import type { Database, Steps } from '../database.ts';
import { prepareRemoveMonitors } from '../monitors/monitor-files.ts';
import type { StoreKind } from '../../ports.ts';

/** Loaded with the first account that is written: schemas are a hundred modules. */
const loadReading = () => import('./read-account.ts');

type Reading = Awaited<ReturnType<typeof loadReading>>;

export interface AccountsParts {
  database: Database;
  kinds: readonly StoreKind[];
  box: SecretBox;
  now: () => number;
}

/** Caches nothing, so that a key rotated by another process is invalid at once. */
export function createAccounts({ database, box, kinds, now }: AccountsParts): Accounts {
  const knownKinds = kinds.map(({ name }) => name);
  const rows = createAccountRows(database);
  const removeMonitors = prepareRemoveMonitors({ database, now });
  const configured = createConfigured(database, box);
  // Names and keys are unique among all accounts.
  const write = <Result>(work: () => Steps<Result>) => database.writeFor('accounts', work);

  const insert = function* (
    { readField, readNew }: Reading,
    input: NewAccount,
  ): Steps<{ account: Account; keys: AccountKeys }> {
    const account: Account = {
      id: uuid({ msecs: now() }),
      ...readNew(input),
      createdAt: now(),
    };
    const keys = {
      accessKey: readField('accessKey', input.keys?.accessKey ?? newAccessKey()),
      secretKey: readField('secretKey', input.keys?.secretKey ?? newSecretKey()),
    };
    yield* refuseTakenName(rows, account.name);
    yield* rows.insert(account);
    yield* setKeys({ readField }, account.id, keys);
    return { account, keys };
  };

  const setKeys = function* (
    { readField }: Pick<Reading, 'readField'>,
    id: string,
    { accessKey, secretKey }: Partial<AccountKeys>,
    overlapMs = 0,
  ): Steps<void> {
    if (accessKey !== undefined) {
      const hash = hashAccessKey(readField('accessKey', accessKey));
      const owner = (yield* rows.byKeyHash(hash))?.account ?? (yield* rows.byKeptHash(hash, now()));
      if ((owner?.id ?? id) !== id) {
        throw new RenderError('invalid_parameter', 'accessKey: another account has this key.');
      }
      if (overlapMs > 0) yield* rows.keepKey(id, 'access', now() + overlapMs);
      else yield* rows.dropKept(id, 'access');
      yield* rows.setAccessKeyHash(id, hash);
    }
    if (secretKey !== undefined) {
      if (overlapMs > 0) yield* rows.keepKey(id, 'secret', now() + overlapMs);
      else yield* rows.dropKept(id, 'secret');
      yield* rows.setSecretKey(id, box.seal(readField('secretKey', secretKey), id));
    }
  };

  const openSecret = function* (id: string) {
    const sealed = yield* rows.secretKey(id);
    return sealed === undefined ? undefined : box.open(sealed, id);
  };

  return {
    create: async (input) => {
      const reading = await loadReading();
      return write(() => insert(reading, input));
    },
    createFirst: async (input) => {
      if (await database.read(() => rows.hasAny())) return undefined;
      const reading = await loadReading();
      return write(function* () {
        return (yield* rows.hasAny()) ? undefined : yield* insert(reading, input);
      });
    },
    ensure: async ({ name, plan, keys = {} }) => {
      const reading = await loadReading();
      return write(function* () {
        const isNew = yield* configured.change(name, { plan, ...keys });
        const present = yield* rows.byName(name);
        if (!present && !isNew) return undefined;
        if (!present) {
          const made = yield* insert(reading, { name, plan, keys });
          return { account: made.account, ...unseen(made.keys, keys) };
        }
        if (!isNew) return { account: present };
        yield* rows.update({ ...present, plan: reading.readField('plan', plan) });
        yield* setKeys(reading, present.id, keys);
        return { account: { ...present, plan } };
      });
    },
    list: async (page = { limit: 1_000 }) => database.read(() => rows.list(page)),
    findByName: async (name) => database.read(() => rows.byName(name)),
    get: async (id) => database.read(() => rows.get(id)),
    findByAccessKey: async (accessKey) => {
      if (!isAccessKey(accessKey)) return undefined;
      const hash = hashAccessKey(accessKey);
      const found = await database.read(() => rows.byKeyHash(hash));
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
      return write(function* () {
        if (!isOpen(yield* rows.get(id))) return undefined;
        yield* rows.setPublishable(id, hashAccessKey(publishableKey), [...new Set(wanted)]);
        return { publishableKey };
      });
    },
    unpublish: async (id) => write(() => rows.setPublishable(id, null, null)),
    secretKey: async (id) => database.read(() => openSecret(id)),
    secretKeys: async (id) =>
      database.read(function* () {
        const kept = yield* rows.keptSecret(id, now());
        return [yield* openSecret(id), kept && box.open(kept, id)].filter(
          (key) => key !== undefined,
        );
      }),
    rotate: async (id, which, { overlapMs = 0 } = {}) => {
      const reading = await loadReading();
      return write(function* () {
        reading.readField('overlapMs', overlapMs);
        if (!isOpen(yield* rows.get(id))) return undefined;
        const keys = {
          ...(which === 'secret' ? {} : { accessKey: newAccessKey() }),
          ...(which === 'access' ? {} : { secretKey: newSecretKey() }),
        };
        yield* setKeys(reading, id, keys, overlapMs);
        return keys;
      });
    },
    revoke: async (id) =>
      write(function* () {
        if (!isOpen(yield* rows.get(id))) return false;
        yield* removeMonitors(id);
        return yield* rows.revoke(id);
      }),
    update: async (id, changes) => {
      const { applyChanges } = await loadReading();
      return write(function* () {
        const present = yield* rows.get(id);
        if (!isOpen(present)) return undefined;
        const account = applyChanges(present, changes);
        if (account.name !== present.name) yield* refuseTakenName(rows, account.name);
        yield* rows.update(account);
        return account;
      });
    },
  };
}

function isOpen(account: Account | undefined): account is Account {
  return account !== undefined && account.status !== 'revoked';
}

function* refuseTakenName(rows: AccountRows, name: string): Steps<void> {
  if (yield* rows.byName(name)) {
    throw new RenderError('invalid_parameter', `name: there is an account called ${name} already.`);
  }
}

/** Returns the generated keys, without the given ones. */
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

/** Values of accounts in the last configuration. A step of the caller's transaction. */
export interface Configured {
  /** Keeps what is said now. False: it was said already. */
  change(account: string, said: Readonly<Record<string, string>>): Steps<boolean>;
}

/** It holds keys, and lies sealed. */
export function createConfigured(database: Database, box: SecretBox): Configured {
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = :value`);
  return {
    *change(account, said) {
      const key = `configured ${account}`;
      const text = JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const known = (yield* read.get({ key }))?.value;
      if (known && box.open(known, key) === text) return false;
      yield* write.run({ key, value: box.seal(text, key) });
      return true;
    },
  };
}

import { wrongValue } from '@tintype/contract/light';
import { checkInteger, checkOptions, type ClientOptions } from './client-options.ts';
import type {
  AccountList,
  AccountUsage,
  AuditEntry,
  OperatedAccount,
  Settings,
} from '@tintype/contract/wire';
import type { OperatorClient } from './operator-client.ts';
import { readJson, readNothing, readPage, type ListPage } from './render-answer.ts';
import { createSend, type Call } from './send.ts';

/** Options of an operator's client. */
export interface OperatorClientOptions extends Pick<
  ClientOptions,
  'baseUrl' | 'retries' | 'timeoutMs' | 'fetch'
> {
  /** Output of `tintype console token`. */
  token: string;
}

/**
 * Creates a client for the operator of a service.
 * @throws {TypeError} If an option is wrong; the message names it.
 * @example
 * const operator = createOperatorClient({ baseUrl: 'http://127.0.0.1:3000', token });
 * const { access_key, secret_key } = await operator.accounts.create({ name: 'acme', plan: 'pro' });
 */
export function createOperatorClient({ token, ...options }: OperatorClientOptions): OperatorClient {
  if (typeof token !== 'string' || !/^[\w-]{43}$/.test(token)) {
    const expected = 'what tintype console token printed';
    throw new TypeError(wrongValue('token', expected, token, { secret: true }));
  }
  const checked = checkOptions({ ...options, accessKey: 'none' });
  const send = createSend({ ...checked, credentials: { authorization: `Bearer ${token}` } });
  const accounts = '/v1/operator/accounts';
  const at = (id: string) => `${accounts}/${encodeURIComponent(String(id))}`;
  const call = (method: Call<never>['method'], path: string, body?: object) => ({
    method,
    path,
    repeatable: method === 'GET' || method === 'PATCH',
    ...(body && { body }),
  });
  const read = readJson<OperatedAccount>;
  return {
    accounts: {
      async list(given) {
        const all: OperatedAccount[] = [];
        for (let path: string | undefined = `${accounts}?limit=1000`; path !== undefined;) {
          const read = readPage<AccountList>;
          const page: ListPage<AccountList> = await send({ ...call('GET', path), ...given, read });
          all.push(...page.body.accounts);
          path = page.next && `${accounts}?limit=1000&cursor=${page.next}`;
        }
        return all;
      },
      get: async (id, given) => send({ ...call('GET', at(id)), ...given, read }),
      usage: async (id, { days = 31, ...given } = {}) => {
        checkInteger('days', days, 1, 400);
        const path = `${at(id)}/usage?days=${days}`;
        return send({ ...call('GET', path), ...given, read: readJson<AccountUsage> });
      },
      create: async (account, given) =>
        send({ ...call('POST', accounts, account), ...given, read }),
      update: async (id, changes, given) =>
        send({ ...call('PATCH', at(id), changes), ...given, read }),
      rotate: async (id, rotation = {}, given) =>
        send({ ...call('POST', `${at(id)}/keys`, rotation), ...given, read }),
      revoke: async (id, given) => send({ ...call('DELETE', at(id)), ...given, read: readNothing }),
    },
    async settings(given) {
      const read = readJson<{ settings: Settings }>;
      return (await send({ ...call('GET', '/v1/operator/settings'), ...given, read })).settings;
    },
    async audit({ limit = 100, ...given } = {}) {
      checkInteger('limit', limit, 1, 1_000);
      const read = readJson<{ entries: AuditEntry[] }>;
      return (await send({ ...call('GET', `/v1/operator/audit?limit=${limit}`), ...given, read }))
        .entries;
    },
  };
}

import type { StorageState } from '@tintype/contract';
import { wrongValue } from '@tintype/contract/light';
import type { Session } from '@tintype/contract/wire';
import { got, post, removal } from './calls.ts';
import { readJson } from './render-answer.ts';
import type { CallOptions, Send } from './send.ts';

/** Steps that log in. */
export interface SessionSteps {
  /** Page of the login. */
  url: string;
  /** As the parameter `steps`. */
  steps: readonly object[] | object | string;
  /** Values for `{{name}}` in steps. */
  secrets?: Readonly<Record<string, string>>;
}

export interface NewSession {
  /** 1 to 64 letters, digits, dots, dashes and underscores. */
  name: string;
  /** Seconds after its last use at which it expires. Default: the setting of the service. */
  ttl?: number;
}

/** Sessions: cookies and storage that renders share, by the parameter `session`. */
export interface Sessions {
  /**
   * Creates or replaces a session, from a storage state or by a login, which is a render.
   * @example
   * await client.sessions.create({
   *   name: 'shop',
   *   login: {
   *     url: 'https://shop.example/login',
   *     steps: [{ fill: '#password', value: '{{password}}' }, { press: 'Enter' }],
   *     secrets: { password },
   *   },
   * });
   * const { body } = await client.pdf({ url: 'https://shop.example/orders', session: 'shop' });
   */
  create(
    session: NewSession & ({ storage_state: StorageState | string } | { login: SessionSteps }),
    options?: CallOptions,
  ): Promise<Session>;
  /** By name, without cookies and storage. */
  list(options?: CallOptions): Promise<Session[]>;
  get(name: string, options?: CallOptions): Promise<Session>;
  /** Returns its cookies and storage. */
  export(name: string, options?: CallOptions): Promise<StorageState>;
  delete(name: string, options?: CallOptions): Promise<void>;
}

export function createSessions(send: Send): Sessions {
  const read = readJson<Session>;
  const at = (name: string) => `/v1/sessions/${sessionSegment(name)}`;
  return {
    create: async (session, call) =>
      send({ ...post('/v1/sessions', session, call), repeatable: 'by key', read }),
    async list(call) {
      const read = readJson<{ sessions: Session[] }>;
      return (await send({ ...got('/v1/sessions'), ...call, read })).sessions;
    },
    get: async (name, call) => send({ ...got(at(name)), ...call, read }),
    export: async (name, call) =>
      send({ ...got(`${at(name)}/storage-state`), ...call, read: readJson<StorageState> }),
    delete: async (name, call) => send(removal(at(name), call)),
  };
}

/** A name becomes one segment of a path. */
function sessionSegment(name: string): string {
  if (typeof name === 'string' && /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw new TypeError(wrongValue('name', 'the name of a session', name));
}

import type { NewDelivery, NewRequest, Plans, Store } from '@tintype/store';
import type { ErrorBody, RenderRequest } from '@tintype/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RequestLimits } from './limits/request-limits.ts';
import type { ServerPart } from './observe/server-part.ts';
import type { Perform, Performed } from './perform/create-perform.ts';
import type { Page } from './read/read-page.ts';

/** What became of a request that has a callback. */
export type Outcome =
  | { file: { name: string; extension: string; expiresAt: number }; createdAt: number }
  | { error: ErrorBody; createdAt: number };

/** The tasks of accounts, by the rules of the scheduler. Bodies are whatever came, and each method throws RenderErrors. */
export interface TaskRules {
  create(accountId: string, body: unknown, baseUrl: string, most: number): Promise<{ id: number }>;
  list(accountId: string, page: Page): Promise<{ tasks: readonly object[]; next?: string }>;
  get(accountId: string, id: string): Promise<object>;
  update(accountId: string, id: string, body: unknown): Promise<object>;
  remove(accountId: string, id: string): Promise<void>;
}

/** What a server is made of. */
export interface ServerOptions {
  store: Store;
  plans: Plans;
  /** Renders for accounts. The worker of accepted requests has the same one. */
  perform: Perform;
  /** What is kept for a request of an account, which `scope` names: for HEAD. Default: nothing is. */
  peek?(query: {
    scope: string;
    request: RenderRequest;
  }): Promise<Pick<Performed, 'result' | 'expiresAt'> | undefined>;
  /** `createTaskService` of the scheduler. */
  tasks: TaskRules;
  /** The values of `ip_location` that there is a proxy for: `servedLocations(upstreams)`. */
  locations: readonly string[];
  /** Writes the callback of a request that ended; undefined when it has none. */
  deliveryFor(request: NewRequest, outcome: Outcome): NewDelivery | undefined;
  /** Something was accepted to be rendered later, or a callback is to be made, or a task was changed: look at once. */
  wake: { worker(): void; deliverer(): void; scheduler(): void };
  /** Says whether a callback may be made to an address. @throws RenderError `target_denied` */
  checkCallback?(url: URL, accountId: string): Promise<void>;
  /** Default: nothing is logged. */
  log?: Logger;
  /** Logs, metrics, health, the description of the API. */
  parts?: readonly ServerPart[];
  /** What addresses in answers begin with. Default: what the request came in on. */
  baseUrl?: string;
  /** Whether `X-Forwarded-*` is believed: true, a number of hops, or the addresses of the proxies. Default false. */
  trustProxy?: boolean | number | string;
  /** Lets `webhook_url` be plain http. Default false. */
  allowHttpWebhook?: boolean;
  /** The largest `timeout` of a request, in seconds. Default 30. */
  maxTimeoutS?: number;
  /** Web origins whose pages may use the API, or `*`. Default: none. */
  corsOrigins?: readonly string[];
  /** PEM. TLS 1.2 or newer. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  limits?: Partial<RequestLimits>;
  /** How long `close` waits for what runs, in milliseconds. Default: as long as the longest render may take (300,000). */
  drainTimeoutMs?: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** The HTTP service. */
export interface Server {
  /** Opens the port; with `localhost`, of 127.0.0.1 and of ::1 where there is one. Gives the address that it listens on, for example `http://127.0.0.1:3000`. */
  listen(place: { host: string; port: number }): Promise<string>;
  /** True from the call of `close` on: nothing new is taken. */
  readonly draining: boolean;
  /** Requests under way. */
  readonly running: number;
  /** Takes nothing new, lets what runs finish within bounds, and closes the port. */
  close(): Promise<void>;
  /** Ends what runs, at once. */
  abort(): void;
  /** For what has to be added that is no part. */
  readonly fastify: FastifyInstance;
}

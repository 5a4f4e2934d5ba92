import type { DoctorReport, Settings } from '@tintype/contract/wire';
import type { KindSet } from '@tintype/contract';
import type { AnswerAgent, CompareStored, Jobs, TaskService } from '@tintype/jobs';
import type { Account, Plans, Store } from '@tintype/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RequestLimits } from './request-limits.ts';

/** The authenticated caller of an API route. */
export interface Caller {
  account: Account;
  /** True if the key is only valid for signed GETs of some kinds. */
  publishable: boolean;
}

export interface Page {
  limit: number;
  /** Cursor of the previous page. */
  cursor?: string;
}

/** Options of a server. */
export interface ServerOptions {
  store: Store;
  plans: Plans;
  /** Kinds to serve, each with its own route. Default: the built-in ones. */
  kinds?: KindSet;
  /** Use cases of accounts. */
  jobs: Pick<
    Jobs,
    | 'rulesFor'
    | 'submit'
    | 'submitBatch'
    | 'createSession'
    | 'readSitemap'
    | 'peek'
    | 'once'
    | 'keepFile'
  >;
  tasks: TaskService;
  /** Tools for agents, at `/mcp`. Default: none. */
  answerAgent?: AnswerAgent;
  /** Compares results of requests. Default: no comparisons. */
  compare?: CompareStored;
  /** Called after a task was created or changed. */
  wakeScheduler(): void;
  /** Default: no log. */
  log?: Logger;
  /** False for a process that serves no clients, only `parts`. Default true. */
  hasApi?: boolean;
  /** Logs, metrics, health, the API description. */
  parts?: readonly ServerPart[];
  /** The console at `/console`. Default: none. */
  console?: ConsoleOptions;
  /** Functions for `/v1/operator`. */
  operator?: OperatorOptions;
  /** Base of URLs in responses. Default: the origin of the request. */
  baseUrl?: string;
  /** Trust in `X-Forwarded-*`: true, a number of hops, or addresses of proxies. Default false. */
  trustProxy?: boolean | number | string;
  /** Web origins whose pages may use the API, or `*`. Default: none. */
  corsOrigins?: readonly string[];
  /** Prefix of Tintype's own headers. Default `X-Tintype`. */
  headerPrefix?: string;
  /** PEM. TLS 1.2 or newer. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  limits?: Partial<RequestLimits>;
  /** Time limit of `close` for running requests, in milliseconds. Default: the longest render. */
  drainTimeoutMs?: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** The HTTP service. */
export interface Server {
  /** Opens the port, for `localhost` of 127.0.0.1 and ::1. Returns the URL. */
  listen(place: { host: string; port: number }): Promise<string>;
  /** True once `close` was called. */
  readonly draining: boolean;
  /** Number of requests in progress. */
  readonly running: number;
  /** Accepts nothing new, waits for running requests, and closes the port. */
  close(): Promise<void>;
  /** Aborts running requests. */
  abort(): void;
  /** For extensions that are not parts. */
  readonly fastify: FastifyInstance;
}

/** A file of the console: page, script or style sheet. */
export interface ConsoleFile {
  bytes: Uint8Array;
  mediaType: string;
}

export interface ConsoleOptions {
  /**
   * The built files by name; `index.html` is the page of every URL. Called on the first request.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
  /** Hash printed by `tintype console password`, if operators may sign in with a password. */
  operatorPassword?: string;
}

/** The service's functions for operator routes. */
export interface OperatorOptions {
  /** Active settings by name, with their sources and without secrets. */
  settings: Settings;
  /** The current figures of the service; one set per minute is stored. */
  figures(): Promise<object>;
  /** Runs the checks of `tintype doctor` in this process. Default: not available. */
  doctor?(): Promise<Omit<DoctorReport, 'at'>>;
}

/** Routes and hooks beside the API: logs, metrics, health, the API description. */
export type ServerPart = (app: FastifyInstance) => void | Promise<void>;

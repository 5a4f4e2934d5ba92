import type { DoctorReport, Settings } from '@tintype/contract/wire';
import type { KindSet } from '@tintype/contract';
import type { Jobs } from '@tintype/jobs';
import type { Account, Plans, Store, StoredFile } from '@tintype/store';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RequestLimits } from './request-limits.ts';

/** The caller, known for every route of the API. */
export interface Caller {
  account: Account;
  /** True if the key is valid only for signed GETs of some kinds. */
  publishable: boolean;
}

/** A part of a list. */
export interface Page {
  limit: number;
  /** Cursor of the previous part. */
  cursor?: string;
}

/** The tasks of accounts. Bodies are unchecked, and each method throws RenderErrors. */
export interface TaskRules {
  create(accountId: string, body: unknown, baseUrl: string, max: number): Promise<{ id: number }>;
  list(accountId: string, page: Page): Promise<{ tasks: readonly object[]; next?: string }>;
  get(accountId: string, id: string): Promise<object>;
  update(accountId: string, id: string, body: unknown): Promise<object>;
  remove(accountId: string, id: string): Promise<void>;
  /** Returns the next run of a task, and up to nine within five years after it. */
  preview(body: unknown): { crontab: string; timezone: string; runs: readonly number[] };
  /** Moves the next run of a task to now. */
  runNow(accountId: string, id: string): Promise<object>;
}

/** The tasks of one account, for an agent. */
export interface AgentTasks {
  list(cursor: string | undefined): Promise<{ tasks: readonly object[]; next?: string }>;
  create(body: unknown): Promise<object>;
  update(id: string, body: unknown): Promise<object>;
  remove(id: string): Promise<void>;
}

/** A request to the tools for agents, its key checked and its body read. */
export interface AgentRequest {
  request: Request;
  body: unknown;
  account: Account;
  baseUrl: string;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
  /** The place in a trace that the request is at, as the header of that name has it. */
  traceparent: string | undefined;
  tasks: AgentTasks;
}

/** Answers a request of the Model Context Protocol: `createAnswerAgent` of @tintype/mcp/service. */
export type AnswerAgent = (request: AgentRequest) => Promise<Response>;

/** Compares two stored images: `createCompareStored` of `@tintype/mcp/service`. */
export type CompareStored = (
  accountId: string,
  files: { before: StoredFile; after: StoredFile },
  signal: AbortSignal,
) => Promise<{
  /** Share of the pixels, 0 to 1. */
  changed: number;
  area?: { x: number; y: number; width: number; height: number };
  sameSize: boolean;
  /** PNG. */
  picture: Uint8Array;
}>;

/** Options of a server. */
export interface ServerOptions {
  store: Store;
  plans: Plans;
  /** The kinds that can be asked for, each under an address of its own. Default: Tintype's own. */
  kinds?: KindSet;
  /** Use cases of accounts. */
  jobs: Pick<Jobs, 'rulesFor' | 'submit' | 'submitBatch' | 'readSitemap' | 'peek' | 'once'>;
  /** `createTaskService` of the scheduler. */
  tasks: TaskRules;
  /** Tools for agents, at `/mcp`. Default: none. */
  answerAgent?: AnswerAgent;
  /** Compares images of requests. Default: nothing is compared. */
  compare?: CompareStored;
  /** A task was made or changed: the scheduler looks at once. */
  wakeScheduler(): void;
  /** Default: nothing is logged. */
  log?: Logger;
  /** False for a process that serves no clients, only `parts`. Default true. */
  hasApi?: boolean;
  /** Logs, metrics, health, the description of the API. */
  parts?: readonly ServerPart[];
  /** Pages for people at `/console`. Default: none. */
  console?: ConsoleOptions;
  /** Functions for `/v1/operator`. */
  operator?: OperatorOptions;
  /** Base of URLs in responses. Default: the origin of the request. */
  baseUrl?: string;
  /** Trust in `X-Forwarded-*`: true, a number of hops, or addresses of proxies. Default false. */
  trustProxy?: boolean | number | string;
  /** Web origins whose pages may use the API, or `*`. Default: none. */
  corsOrigins?: readonly string[];
  /** The start of the names of Tintype's own headers. Default `X-Tintype`. */
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
  /** True from the call of `close` on: nothing new is taken. */
  readonly draining: boolean;
  /** Requests under way. */
  readonly running: number;
  /** Accepts nothing new, lets running requests finish within limits, and closes the port. */
  close(): Promise<void>;
  /** Ends what runs, at once. */
  abort(): void;
  /** For extensions that are not parts. */
  readonly fastify: FastifyInstance;
}

/** One file of the console: a page, a script, a style sheet. */
export interface ConsoleFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** The pages that people see at `/console`. */
export interface ConsoleOptions {
  /**
   * The built files by name; `index.html` is the page of every URL. Called on the first request.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
  /** The hash that `tintype console password` printed, if operators may sign in with a password. */
  operatorPassword?: string;
}

/** The service's functions for operator routes. */
export interface OperatorOptions {
  /** The settings in force, by name: their value, and where it comes from. No secrets. */
  settings: Settings;
  /** The current state of the service; the journal stores one each minute. */
  figures(): Promise<object>;
  /** Runs the checks of `tintype doctor` in this process. Default: not available. */
  doctor?(): Promise<Omit<DoctorReport, 'at'>>;
}

/** Routes and hooks beside the API: logs, metrics, health, the description of the API. */
export type ServerPart = (app: FastifyInstance) => void | Promise<void>;

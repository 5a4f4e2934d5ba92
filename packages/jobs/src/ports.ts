import type { ParsedComparison } from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';
import type {
  ComparedField,
  ComparisonFigures,
  Monitor,
  MonitorCheck,
  MonitorEvent,
  Task,
  TextFigures,
} from '@tintype/contract/wire';
import type { ElementsInImage } from '@tintype/core';
import type { Account, StoredFile } from '@tintype/store';
import type { JobLog } from './submit/submission.ts';

/** A part of a list. */
interface ListPage {
  /** Default 100. */
  limit?: number;
  /** `next` of the previous part. */
  cursor?: string;
}

/** A part of the tasks of an account. */
interface TaskList {
  tasks: Task[];
  /** Start of the next part; undefined at the end. */
  next?: string;
}

/**
 * The tasks of accounts, for routes and the command line: `createTaskService` of the scheduler. The
 * caller checks whether the plan includes tasks. Bodies are unchecked.
 */
export interface TaskService {
  /**
   * @param max - maximum number of tasks of the account
   * @throws RenderError when a field is wrong.
   */
  create(accountId: string, body: unknown, baseUrl: string, max: number): Promise<Task>;
  /** Oldest first. */
  list(accountId: string, page?: ListPage): Promise<TaskList>;
  /** Here and below: @throws RenderError `not_found`, also for the tasks of other accounts. */
  get(accountId: string, id: string): Promise<Task>;
  update(accountId: string, id: string, body: unknown): Promise<Task>;
  remove(accountId: string, id: string): Promise<void>;
  /**
   * Returns the next run with these fields, in Unix milliseconds, and up to nine within five years.
   */
  preview(body: unknown): { crontab: string; timezone: string; runs: readonly number[] };
  /** Moves the next run to now. @throws RenderError `invalid_request` for a disabled task */
  runNow(accountId: string, id: string): Promise<Task>;
  readonly monitors: MonitorService;
}

/** A monitor for readers of its feed. */
export interface MonitorFeed {
  accountId: string;
  task: MonitorEvent['task'];
  /** The latest 200, newest first. */
  checks: readonly MonitorCheck[];
}

/**
 * The monitors of accounts: tasks with `watch`. Each method throws `not_found` for a task that is
 * none. Bodies are unchecked.
 */
export interface MonitorService {
  get(accountId: string, id: string): Promise<Monitor>;
  /** Newest first. */
  checks(
    accountId: string,
    id: string,
    page?: ListPage,
  ): Promise<{ checks: MonitorCheck[]; next?: string }>;
  /** @throws RenderError `invalid_request` for a run without a page, or whose files are gone */
  accept(accountId: string, id: string, requestId: string, body: unknown): Promise<Monitor>;
  update(accountId: string, id: string, body: unknown): Promise<Monitor>;
  /** Forgets the accepted pages and the noise: the next run is the first. */
  restart(accountId: string, id: string): Promise<void>;
  /** Finds the monitor of the token in the address of a feed. */
  feed(token: string): Promise<MonitorFeed>;
}

/** The tasks of one account, for an agent. Bodies are unchecked; each method throws RenderErrors. */
export interface AccountTasks {
  list(cursor: string | undefined): Promise<TaskList>;
  create(body: unknown): Promise<Task>;
  update(id: string, body: unknown): Promise<Task>;
  remove(id: string): Promise<void>;
}

/** An account that calls a tool for agents. */
export interface ToolCaller {
  account: Account;
  /** Base of URLs of files, without a slash at the end. */
  baseUrl: string;
  /** Aborted if the client disconnects. */
  signal: AbortSignal;
  tasks: AccountTasks;
  log?: JobLog;
  /** Header `traceparent` of the call. */
  traceparent?: string | undefined;
}

/**
 * Answers an authenticated request of the Model Context Protocol, whose `body` is parsed:
 * `createAnswerAgent` of `@tintype/mcp/service`.
 */
export type AnswerAgent = (
  call: ToolCaller & { request: Request; body: unknown },
) => Promise<Response>;

/** Difference between two stored files: an image (PNG), or a unified diff. */
export type StoredComparison = { differences: Uint8Array } & (
  | { type: 'image'; figures: ComparisonFigures }
  | { type: 'text'; figures: TextFigures; fields?: ComparedField[] }
);

/** A stored file, with what is known of the page that an image shows. */
export type ComparedStoredFile = StoredFile & {
  /** Areas that do not count: those of its receipt. */
  ignored?: NonNullable<Receipt['ignored']>;
  /** Elements of a page that was rendered for the comparison, or a stored file with them. */
  elements?: ElementsInImage | StoredFile;
};

/**
 * Compares two stored images or texts of an account: `createCompareStored` of
 * `@tintype/mcp/service`.
 */
export type CompareStored = (
  accountId: string,
  /** Called once the comparison is admitted; it may render pages. */
  findFiles: () => Promise<{ before: ComparedStoredFile; after: ComparedStoredFile }>,
  options: ParsedComparison['options'],
  signal: AbortSignal,
) => Promise<StoredComparison>;

import { kinds, type KindSet } from '@tintype/contract';
import { expecting } from '@tintype/contract/read';
import type { StoredRequest } from '@tintype/store';
import * as z from 'zod/mini';
import { createStoreCommand, type StoreAnswer, type StoreRequest } from './create-store-command.ts';
import { findAccount } from './find-account.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { ACCOUNT_FLAG, CHOICE_GROUP, LIMIT_FLAG, readLimit } from '../flags/list-flags.ts';
import { readFlag } from '../flags/read-flag.ts';
import { instant, textTable } from '../output/text-table.ts';
import { UsageError } from '../cli-context.ts';

type Given = ReadonlyMap<string, string>;

const USAGE = `Usage
  tintype requests list [--status <status>] [--api <api>] [--task <id>] [--account <name | id>] [--limit <n>]
  tintype requests show <id>

Async requests, runs of tasks, and requests with a webhook; newest first.`;

const statuses = ['queued', 'processing', 'succeeded', 'failed'] as const;

const FLAGS: readonly Flag[] = [
  ...inGroup(CHOICE_GROUP, {
    status: [`<${statuses.join(' | ')}>`, 'Only requests with this status.'],
    api: [`<${kinds.join(' | ')}>`, 'Only requests of this kind.'],
    task: ['<id>', 'Only runs of this task.'],
  }),
  ACCOUNT_FLAG,
  LIMIT_FLAG,
];

/** `tintype requests`: lists, shows and cancels the requests of a service. */
export const requestsCommand = createStoreCommand({
  name: 'requests',
  usage: USAGE,
  flags: FLAGS,
  actions: { list, show },
  meant: { list: ['status', 'api', 'task', 'account', 'limit'], show: [] },
  refuse(action, [subject, extra], given) {
    readStateFilter(given);
    readLimit(given);
    if (action === 'list') {
      return subject === undefined ? undefined : 'tintype requests list takes no name.';
    }
    return subject && extra === undefined
      ? undefined
      : 'Name the request: tintype requests show <id>';
  },
});

async function list({ store, given, kinds: known }: StoreRequest): Promise<StoreAnswer> {
  const account = await findAccount(store, given.get('account'));
  const page = { ...readFilter(given, known), limit: readLimit(given) };
  const requests = await store.requests.list(account.id, page);
  const header = [
    'ID',
    'STATUS',
    'API',
    'CREATED',
    'FINISHED',
    'ATTEMPTS',
    'TASK',
    'PAGE',
    'RESULT',
  ];
  const rows = requests.map((request) => [
    request.id,
    request.status,
    request.kind,
    instant(request.createdAt),
    instant(request.finishedAt),
    String(request.attempts),
    String(request.taskId ?? '-'),
    pageOf(request),
    resultOf(request),
  ]);
  return {
    plain: rows.length === 0 ? 'There are no requests.\n' : textTable([header, ...rows]),
    json: requests.map(toJson),
  };
}

async function show({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  const request = await store.requests.get(subject);
  if (!request) {
    throw new UsageError(`Request "${subject}" not found. See: tintype requests list`);
  }
  const json = toJson(request);
  const rows = Object.entries(json).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return { plain: textTable(rows), json };
}

const taskId = z.int().check(z.minimum(0), expecting('the id of a task'));

function readFilter(given: Given, { names }: KindSet) {
  const kind = readFlag(z.enum([...names]), 'api', given);
  return { ...readStateFilter(given), ...(kind && { kind }) };
}

/**
 * Parses the filters that need no store. The filter by kind needs the plugins of the store's
 * service.
 */
function readStateFilter(given: Given) {
  const status = readFlag(z.enum(statuses), 'status', given);
  const task = readFlag(taskId, 'task', given);
  return {
    ...(status && { status }),
    ...(task !== undefined && { taskId: task }),
  };
}

/** Omits the query and the fragment, which may contain a secret. */
function pageOf({ url = '' }: StoredRequest): string {
  const parsed = URL.parse(url);
  return parsed === null ? '-' : `${parsed.origin}${parsed.pathname}`;
}

/** Returns the address of a request's file, or why it failed. */
export function resultOf({ file, error, baseUrl }: StoredRequest): string {
  if (file) return `${baseUrl}/v1/files/${file.name}.${file.extension}`;
  return error === undefined ? '' : `${error.statusCode} ${error.message}`;
}

/** Returns the JSON of the API, with fields that only operators may see. */
function toJson(request: StoredRequest): Record<string, unknown> {
  const { id, accountId: account, kind, status, url, attempts, taskId, error, webhook } = request;
  const { createdAt, startedAt, finishedAt, scheduledFor, file } = request;
  const at = (name: string, ms: number | undefined) =>
    ms === undefined ? {} : { [name]: Math.floor(ms / 1000) };
  return {
    id,
    account,
    api: kind,
    status,
    ...(url && { url }),
    ...(taskId !== undefined && { task: taskId }),
    ...at('scheduled_for', scheduledFor),
    attempts,
    ...at('created', createdAt),
    ...at('started', startedAt),
    ...at('finished', finishedAt),
    ...(file && { file: resultOf(request) }),
    ...at('expires', file?.expiresAt),
    ...(webhook && { webhook_url: webhook.url }),
    ...(error && { error }),
  };
}

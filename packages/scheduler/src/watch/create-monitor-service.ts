import { RenderError, type ParseOptions } from '@tintype/contract';
import { expecting, readCursor, readValue, writeCursor } from '@tintype/contract/read';
import type { Monitor } from '@tintype/contract/wire';
import type { MonitorService } from '@tintype/jobs';
import type { Store, StoredCheck, Task } from '@tintype/store';
import * as z from 'zod/mini';
import { checkToJson, monitorToJson, type CheckContent } from './check-content.ts';
import { feedToken, idOfFeed, isFeedToken } from './feed-token.ts';
import { readMonitorRequest, type MonitorTask } from './monitor-request.ts';
import {
  filesOf,
  newState,
  readState,
  snapshotFiles,
  stateFilesMs,
  type MonitorState,
  type Snapshot,
} from './monitor-state.ts';
import { noiseField } from './watch-field.ts';

export interface MonitorServiceParts extends ParseOptions {
  store: Pick<Store, 'accounts' | 'tasks' | 'monitors' | 'files'>;
  /** @throws RenderError `not_found` */
  find(accountId: string, id: string): Promise<Task>;
}

/** Checks that a feed reads. */
const feedChecks = 200;

/** Further accepted states; the oldest is dropped for a new one. */
const maxVariants = 5;

/** Maximum attempts of a change that checks make impossible. */
const updateAttempts = 10;

const acceptance = z.strictObject({
  as: z.enum(['baseline', 'variant']).check(expecting('baseline or variant')),
});
const changes = z.strictObject({ noise: noiseField });

export function createMonitorService(parts: MonitorServiceParts): MonitorService {
  const { store } = parts;
  const { monitors } = store;

  async function findMonitor(accountId: string, id: string): Promise<Task & MonitorTask> {
    const task = await parts.find(accountId, id);
    if (task.watch) return { ...task, watch: task.watch };
    throw new RenderError('not_found', `Task ${task.id} is not a monitor: it has no watch.`);
  }

  /** The state for what the task renders now, and its version. */
  async function read(task: Task & MonitorTask) {
    const { key } = readMonitorRequest(task, parts);
    const stored = await monitors.get(task.id);
    const state = readState(stored);
    return {
      state: state?.key === key ? state : newState(key),
      version: stored?.version ?? 0,
    };
  }

  async function toJson(task: Task, state: MonitorState): Promise<Monitor> {
    const secretKey = await store.accounts.secretKey(task.accountId);
    const feed = secretKey && `${task.baseUrl}/v1/feeds/${feedToken(task.id, secretKey)}.atom`;
    return { ...monitorToJson(state, task.baseUrl), ...(feed && { feed }) };
  }

  async function change(
    task: Task & MonitorTask,
    apply: (state: MonitorState) => MonitorState,
  ): Promise<Monitor> {
    for (let attempts = 0; attempts < updateAttempts; attempts += 1) {
      const { state, version } = await read(task);
      const next = apply(state);
      const files = { names: filesOf(next).map(({ name }) => name), forMs: stateFilesMs };
      const monitor = { state: JSON.stringify(next), version, files };
      if (await monitors.update(task.id, monitor)) return toJson(task, next);
    }
    throw new RenderError('storage_failed', `The monitor ${task.id} is being checked. Try again.`);
  }

  return {
    async get(accountId, id) {
      const task = await findMonitor(accountId, id);
      return toJson(task, (await read(task)).state);
    },
    async checks(accountId, id, { limit = 100, cursor } = {}) {
      const task = await findMonitor(accountId, id);
      const after = cursor === undefined ? undefined : readCursor(cursor, /^[0-9a-f-]{36}$/);
      const page = { limit: limit + 1, ...(after && { after }) };
      const found = await monitors.checks(task.id, page);
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        checks: shown.map((check) => checkToJson(check, readContent(check), task.baseUrl)),
        ...(last && { next: writeCursor({ createdAt: last.createdAt, id: last.requestId }) }),
      };
    },
    async accept(accountId, id, requestId, body) {
      const task = await findMonitor(accountId, id);
      const { as } = readValue(acceptance, body, '', { noun: 'field' });
      const check = await monitors.check(task.id, requestId);
      if (check === undefined) {
        throw new RenderError('not_found', `Task ${task.id} has no check of this request.`);
      }
      const content = readContent(check);
      const accepted = await acceptedOf(content, store);
      return change(task, (state) => {
        if (check.key !== state.key) {
          const message = 'This run rendered what the task no longer renders.';
          throw new RenderError('invalid_request', message);
        }
        return as === 'baseline'
          ? withBaseline(state, accepted)
          : withVariant(state, accepted, content);
      });
    },
    async update(accountId, id, body) {
      const task = await findMonitor(accountId, id);
      const { noise } = readValue(changes, body, '', { noun: 'field' });
      return change(task, (state) => ({ ...state, noise, suspects: [] }));
    },
    async restart(accountId, id) {
      const task = await findMonitor(accountId, id);
      await monitors.reset(task.id);
    },
    async feed(token) {
      const id = idOfFeed(token);
      const task = id === undefined ? undefined : await store.tasks.find(id);
      const keys = task?.watch ? await store.accounts.secretKeys(task.accountId) : [];
      if (!task || !keys.some((key) => isFeedToken(token, task.id, key))) {
        throw new RenderError('not_found', 'Feed not found.');
      }
      const { id: taskId, name, accountId, baseUrl } = task;
      const found = await monitors.checks(taskId, { limit: feedChecks });
      const checks = found.map((check) => checkToJson(check, readContent(check), baseUrl));
      const url = pageOf(task);
      return { accountId, task: { id: taskId, name, ...(url !== undefined && { url }) }, checks };
    },
  };
}

/** Returns the address of the page, without credentials. */
function pageOf({ query }: Pick<Task, 'query'>): string | undefined {
  const url = URL.parse(new URLSearchParams(query).get('url') ?? '');
  if (url === null) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

function readContent({ content }: StoredCheck): CheckContent {
  if (content !== undefined) return JSON.parse(content) as CheckContent;
  return { error: 'This check cannot be decrypted.' };
}

/** Returns the page of a check. @throws RenderError `invalid_request` if there is none */
async function acceptedOf(
  { after }: CheckContent,
  { files }: Pick<Store, 'files'>,
): Promise<Snapshot> {
  if (after === undefined) {
    throw new RenderError('invalid_request', 'This run failed: it has no page to accept.');
  }
  for (const { name } of snapshotFiles(after)) {
    if (await files.get(name)) continue;
    throw new RenderError('invalid_request', 'The files of this run are no longer stored.');
  }
  return after;
}

function withBaseline({ pending: _pending, ...state }: MonitorState, baseline: Snapshot) {
  const others = state.variants.filter(({ request }) => request !== baseline.request);
  return { ...state, baseline, variants: others };
}

/** Of a change that was reported, both pages are accepted: the later one is the baseline already. */
function withVariant(state: MonitorState, accepted: Snapshot, { before }: CheckContent) {
  const { baseline, pending, ...rest } = state;
  if (baseline === undefined) return withBaseline(state, accepted);
  const variant = baseline.request === accepted.request ? (before ?? accepted) : accepted;
  const others = state.variants.filter(({ request }) => request !== variant.request);
  const isSettled = pending?.request === accepted.request;
  return {
    ...rest,
    baseline,
    variants: [...others, variant].slice(-maxVariants),
    ...(pending && !isSettled && { pending }),
  };
}

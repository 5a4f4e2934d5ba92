import { RenderError } from '@tintype/contract';
import type { CheckClaim, StoredRequest, Task } from '@tintype/store';
import type { AssessorOptions } from './assessor-options.ts';
import { readMonitorRequest, type MonitorRequest, type MonitorTask } from './monitor-request.ts';
import type { FileRef } from './monitor-state.ts';

/** Larger files are not compared. */
const maxFileBytes = 67_108_864;

export interface FoundRun {
  task: Task & MonitorTask;
  asked: Partial<Pick<MonitorRequest, 'key' | 'webhook'>>;
  /** Why the task can no longer be run. */
  error?: string;
  request: StoredRequest;
}

/** Undefined if nothing can be learned from the run: its task renders something else now. */
export async function findRun(
  { taskId, accountId, requestId, key }: CheckClaim,
  options: AssessorOptions,
): Promise<FoundRun | undefined> {
  const { store } = options;
  const task = await store.tasks.find(taskId);
  const account = await store.accounts.get(accountId);
  const request = await store.requests.get(requestId);
  if (!task?.watch || task.unreadable || !request || !account || account.status === 'revoked') {
    return undefined;
  }
  const watched = { ...task, watch: task.watch };
  const { error, ...asked } = readAsked(watched, options);
  const isOther = key !== undefined && asked.key !== undefined && asked.key !== key;
  return isOther ? undefined : { task: watched, asked, request, ...(error && { error }) };
}

/** Rules that have changed since, such as a lower `max_timeout`, end the check as failed. */
function readAsked(
  task: MonitorTask,
  options: AssessorOptions,
): FoundRun['asked'] & { error?: string } {
  try {
    return readMonitorRequest(task, options);
  } catch (error) {
    if (error instanceof RenderError) return { error: error.message };
    throw error;
  }
}

/** Returns a function that reads stored files of the account of a claim. */
export function readerOf(
  { accountId }: CheckClaim,
  { files, fileBytes }: AssessorOptions['store'],
) {
  return async ({ name }: FileRef): Promise<Uint8Array | undefined> => {
    const file = await files.get(name);
    if (file === undefined || file.accountId !== accountId) return undefined;
    if (file.bytes > maxFileBytes) {
      const message = `Files of at most ${maxFileBytes} bytes are compared; got ${file.bytes}.`;
      throw new RenderError('invalid_request', message);
    }
    return fileBytes.read(file);
  };
}

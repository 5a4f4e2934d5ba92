import { builtInKinds, capturesName, RenderError, type KindSet } from '@tintype/contract';
import type { RequestPage } from '@tintype/store';
import type { Entries } from './read-query.ts';

/** Which requests a list may be of. */
export type RequestFilter = Pick<RequestPage, 'status' | 'api' | 'taskId' | 'batchId'>;

/** In the order of a request's life. */
export const requestStatuses = ['queued', 'processing', 'succeeded', 'failed'] as const;

/** What `api` of a request can be. */
export function requestApis({ names }: KindSet): readonly string[] {
  return [...names, capturesName];
}

/** What may stand in the query of a list of requests beside its page. */
export const filterNames: ReadonlySet<string> = new Set(['status', 'api', 'task', 'batch']);

/** Reads what a list of requests is to be of. @throws RenderError `invalid_parameter` */
export function readRequestFilter(entries: Entries, kinds: KindSet = builtInKinds): RequestFilter {
  const filter: RequestFilter = {};
  for (const [name, value] of entries) {
    if (name === 'status') {
      filter.status =
        requestStatuses.find((status) => status === value) ?? refuse(name, requestStatuses);
    }
    if (name === 'api') {
      const names = requestApis(kinds);
      filter.api = names.find((api) => api === value) ?? refuse(name, names);
    }
    if (name === 'batch') filter.batchId = value.slice(0, 64);
    if (name === 'task') {
      filter.taskId = /^[0-9]{1,16}$/.test(value)
        ? Number(value)
        : refuse(name, ['the id of a task']);
    }
  }
  return filter;
}

function refuse(parameter: string, choices: readonly string[]): never {
  const message = `${parameter} must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}.`;
  throw new RenderError('invalid_parameter', message, { details: [{ parameter, message }] });
}

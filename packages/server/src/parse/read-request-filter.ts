import { builtInKinds, capturesName, type KindSet } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import { verdictNames } from '@tintype/contract/headers';
import { requestStatuses } from '@tintype/contract/wire';
import type { RequestSearch } from '@tintype/store';
import type { Entries } from './read-query.ts';

/** Filters of a list of requests. */
export type RequestFilter = Omit<RequestSearch, 'limit' | 'after'>;

/** Values of `verdict` in a list. */
export const requestVerdicts = [...verdictNames, 'any'] as const;

/** Values of `api` of a request. */
export function requestApis({ names }: KindSet): readonly string[] {
  return [...names, capturesName];
}

type Read = (filter: RequestFilter, value: string, kinds: KindSet) => void;

/** Longer than any host or reported URL. */
const maxWords = 2_048;

const readers: Readonly<Record<string, Read>> = {
  status: (filter, value) => {
    filter.status = choice('status', value, requestStatuses);
  },
  api: (filter, value, kinds) => {
    filter.kind = choice('api', value, requestApis(kinds));
  },
  task: (filter, value) => {
    filter.taskId = integer('task', value, 'the id of a task');
  },
  batch: (filter, value) => {
    filter.batchId = value.slice(0, 64);
  },
  since: (filter, value) => {
    filter.sinceAt = integer('since', value, 'a timestamp in Unix seconds') * 1000;
  },
  until: (filter, value) => {
    filter.untilAt = integer('until', value, 'a timestamp in Unix seconds') * 1000;
  },
  slow: (filter, value) => {
    const expected = 'a number of seconds from 0 to 86400';
    const seconds = /^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(value) ? Number(value) : NaN;
    if (!(seconds <= 86_400)) refuse('slow', expected);
    match(filter).minDurationMs = Math.round(seconds * 1000);
  },
  host: (filter, value) => {
    match(filter).host = words('host', value);
  },
  address: (filter, value) => {
    match(filter).address = words('address', value);
  },
  verdict: (filter, value) => {
    match(filter).verdict = choice('verdict', value, requestVerdicts);
  },
  error: (filter, value) => {
    if (!/^[a-z_]{1,64}$/.test(value)) refuse('error', 'a code of an error, such as timeout');
    match(filter).error = value;
  },
};

/** Query parameters of a list of requests, besides those of paging. */
export const filterNames: ReadonlySet<string> = new Set(Object.keys(readers));

/** Parses the filters of a list of requests. @throws RenderError `invalid_parameter` */
export function readRequestFilter(entries: Entries, kinds: KindSet = builtInKinds): RequestFilter {
  const filter: RequestFilter = {};
  for (const [name, value] of entries) readers[name]?.(filter, value, kinds);
  return filter;
}

function match(filter: RequestFilter): NonNullable<RequestFilter['match']> {
  return (filter.match ??= {});
}

function choice<Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  return choices.find((known) => known === value) ?? refuse(name, `one of ${choices.join(', ')}`);
}

function integer(name: string, value: string, expected: string): number {
  const max = name === 'task' ? 16 : 11;
  return /^[0-9]+$/.test(value) && value.length <= max ? Number(value) : refuse(name, expected);
}

function words(name: string, value: string): string {
  if (value !== '' && value.length <= maxWords) return value;
  return refuse(name, `text of 1 to ${maxWords} characters`);
}

function refuse(parameter: string, expected: string): never {
  throw parameterError(parameter, `${parameter} must be ${expected}.`);
}

/** A minute as one process wrote it down. */
export interface WrittenMinute {
  /** Unix seconds. */
  at: number;
  process?: string;
  [name: string]: unknown;
}

/** Older services wrote no name. */
const unnamed = 'service';

/** Maximum number of processes to distinguish: restarts under new names leave many. */
const maxProcesses = 50;

/** Figures that each process has of its own, and that add up. */
const added = [
  'succeeded',
  'failed',
  'running',
  'waiting',
  'waitingInBackground',
  'browsers',
  'memoryBytes',
];

/** Figures of which the worst tells how all are. */
const highest = ['p95Ms', 'waitMs'];

/** The last minute of each process, the newest first. */
export function lastMinutes(minutes: readonly WrittenMinute[]): WrittenMinute[] {
  const last = new Map<string, WrittenMinute>();
  for (const minute of minutes) last.set(nameOf(minute), { ...minute, process: nameOf(minute) });
  return [...last.values()].toSorted((a, b) => b.at - a.at).slice(0, maxProcesses);
}

/** Minutes of one process. */
export function minutesOf(minutes: readonly WrittenMinute[], name: string): WrittenMinute[] {
  return minutes.filter((minute) => nameOf(minute) === name);
}

/** Merges what several processes of a store recorded in the same minute. Oldest first. */
export function mergeMinutes(minutes: readonly WrittenMinute[]): WrittenMinute[] {
  const groups = Map.groupBy(minutes, ({ at }) => Math.floor(at / 60));
  return [...groups.values()].map(
    (group) => (group.length === 1 ? group[0] : merge(group)) as WrittenMinute,
  );
}

function merge(group: readonly WrittenMinute[]): WrittenMinute {
  // What all of them see in the store is what the last one saw.
  const merged: WrittenMinute = { ...(group.at(-1) as WrittenMinute) };
  delete merged.process;
  for (const name of added) set(merged, name, sum(group.map((one) => numberOf(one[name]))));
  for (const name of highest) {
    const values = known(group.map((one) => numberOf(one[name])));
    set(merged, name, values.length === 0 ? undefined : Math.max(...values));
  }
  set(merged, 'p50Ms', meanOf(group));
  merged['errors'] = addRecords(group.map(({ errors }) => errors));
  merged['stages'] = addNested(group.map(({ stages }) => stages));
  const caches = group.flatMap(({ cache }) => (cache ? [cache] : []));
  if (caches.length > 0) merged['cache'] = addRecords(caches);
  return merged;
}

/** The median of all is not known; where most renders were done counts most. */
function meanOf(group: readonly WrittenMinute[]): number | undefined {
  const weighed = group.map(
    (one) => [numberOf(one['p50Ms']), numberOf(one['succeeded']) ?? 0] as const,
  );
  const count = weighed.reduce((all, [, weight]) => all + weight, 0);
  if (count === 0) return undefined;
  return Math.round(weighed.reduce((all, [ms = 0, weight]) => all + ms * weight, 0) / count);
}

function addRecords(records: readonly unknown[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record ?? {})) {
      all[name] = (all[name] ?? 0) + (numberOf(value) ?? 0);
    }
  }
  return all;
}

function addNested(records: readonly unknown[]): Record<string, Record<string, number>> {
  const all: Record<string, Record<string, number>> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record ?? {})) {
      all[name] = addRecords([all[name], value]);
    }
  }
  return all;
}

function set(minute: WrittenMinute, name: string, value: number | undefined): void {
  if (value === undefined) delete minute[name];
  else minute[name] = value;
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const numbers = known(values);
  return numbers.length === 0 ? undefined : numbers.reduce((all, one) => all + one, 0);
}

const known = (values: readonly (number | undefined)[]) =>
  values.filter((value) => value !== undefined);

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

const nameOf = ({ process }: WrittenMinute) => process ?? unnamed;

/** A minute as stored by one process. */
export interface StoredMinute {
  /** Unix seconds. */
  at: number;
  /** Absent for several together. */
  process?: string;
  [name: string]: unknown;
}

/** Maximum number of processes to distinguish: restarts under new names leave many. */
const maxProcesses = 50;

/** Figures that are summed over processes. */
const summed = [
  'succeeded',
  'failed',
  'running',
  'waiting',
  'waitingInBackground',
  'browsers',
  'memoryBytes',
];

/** Figures of which the maximum counts. */
const maxima = ['p95Ms', 'waitMs'];

/** Returns the last minute of each process, newest first. */
export function lastMinutes(minutes: readonly StoredMinute[]): StoredMinute[] {
  const last = new Map(minutes.map((minute) => [minute.process, minute]));
  return [...last.values()].toSorted((a, b) => b.at - a.at).slice(0, maxProcesses);
}

export function minutesOf(minutes: readonly StoredMinute[], name: string): StoredMinute[] {
  return minutes.filter(({ process }) => process === name);
}

/** Merges the minutes of several processes, oldest first. */
export function mergeMinutes(minutes: readonly StoredMinute[]): StoredMinute[] {
  const groups = Map.groupBy(minutes, ({ at }) => Math.floor(at / 60));
  return [...groups.values()].map(
    (group) => (group.length === 1 ? group[0] : merge(group)) as StoredMinute,
  );
}

function merge(group: readonly StoredMinute[]): StoredMinute {
  // Figures of the shared store are those of the last process.
  const merged: StoredMinute = { ...(group.at(-1) as StoredMinute) };
  delete merged.process;
  for (const name of summed) set(merged, name, sum(group.map((one) => numberOf(one[name]))));
  for (const name of maxima) {
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

/** The median over all is unknown: the mean of medians, weighted by renders. */
function meanOf(group: readonly StoredMinute[]): number | undefined {
  const weighted = group.map(
    (one) => [numberOf(one['p50Ms']), numberOf(one['succeeded']) ?? 0] as const,
  );
  const count = weighted.reduce((all, [, weight]) => all + weight, 0);
  if (count === 0) return undefined;
  return Math.round(weighted.reduce((all, [ms = 0, weight]) => all + ms * weight, 0) / count);
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

function set(minute: StoredMinute, name: string, value: number | undefined): void {
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

import type { RemoteState, SourceBrowser } from '@tintype/contract';

/** One stored minute of the service; a process has only some of the figures. */
export interface Minute {
  at: number;
  /** Name of the process; absent for several together. */
  process?: string;
  succeeded?: number;
  failed?: number;
  errors?: Readonly<Record<string, number>>;
  stages?: Readonly<Record<string, { count: number; ms: number }>>;
  p50Ms?: number;
  p95Ms?: number;
  waitMs?: number;
  running?: number;
  waiting?: number;
  waitingInBackground?: number;
  browsers?: number;
  requests?: { queued: number; processing: number };
  deliveries?: Readonly<Record<string, number>>;
  cache?: { hits: number; misses: number; memoryBytes: number; diskBytes: number };
  memoryBytes?: number;
  diskFreeBytes?: number;
  diskBytes?: number;
  databaseBytes?: number;
}

export interface Figures {
  /** The current minute of the process that responded. */
  now: Minute & {
    browserStates?: readonly SourceBrowser[];
    remoteBrowsers?: readonly RemoteState[];
  };
  minutes: readonly Minute[];
  /** The last minute of each process. */
  processes: readonly Minute[];
}

/** A process without a stored minute for this time has ended, in seconds. */
const deadS = 180;

export function livingProcesses({ now, processes }: Figures): Minute[] {
  return processes.filter(({ at }) => now.at - at < deadS);
}

/** Returns the minutes to show; of several processes, without the incomplete current one. */
export function shownMinutes(figures: Figures, chosen: string): { now: Minute; minutes: Minute[] } {
  const { now, minutes } = figures;
  const others = livingProcesses(figures).filter(({ process }) => process !== now.process);
  const isOwn = chosen === '' ? others.length === 0 : chosen === now.process;
  const last = minutes.at(-1);
  if (isOwn || last === undefined) return { now, minutes: [...minutes, now] };
  return { now: { ...last, at: now.at }, minutes: [...minutes] };
}

/** Returns sums of named counts over all minutes, the largest first. */
export function sumBy(
  minutes: readonly Minute[],
  read: (minute: Minute) => Readonly<Record<string, number>> | undefined,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const minute of minutes) {
    for (const [name, count] of Object.entries(read(minute) ?? {})) {
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
  }
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** Stages in the order in which they run; others follow. */
const stageOrder = 'queue launch emulate block navigate settle interact capture encode'.split(' ');

/** Returns the mean duration of each stage over all minutes, in milliseconds, in their order. */
export function meanStages(minutes: readonly Minute[]): { stage: string; durationMs: number }[] {
  const counts = new Map(sumBy(minutes, ({ stages }) => mapped(stages, ({ count }) => count)));
  const sums = sumBy(minutes, ({ stages }) => mapped(stages, ({ ms }) => ms));
  const placeOf = (stage: string) => {
    const place = stageOrder.indexOf(stage);
    return place < 0 ? stageOrder.length : place;
  };
  return sums
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([stage, ms]) => ({
      stage,
      durationMs: ms / Math.max(1, counts.get(stage) ?? 1),
    }));
}

function mapped<T>(
  record: Readonly<Record<string, T>> | undefined,
  read: (value: T) => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(record ?? {}).map(([name, value]) => [name, read(value)]),
  );
}

/** A line of a chart: parts without gaps; `x` is from 0 to 1. */
export interface Line {
  name: string;
  points: readonly { x: number; y: number }[][];
}

/** A gap of the line: the service stored nothing for this time, in seconds. */
const gapS = 150;

/** Scales times to the span, and returns the largest value. */
export function plot(
  minutes: readonly Minute[],
  series: Readonly<Record<string, (minute: Minute) => number | undefined>>,
  { from, to }: { from: number; to: number },
): { lines: Line[]; largest: number } {
  let largest = 0;
  const lines = Object.entries(series).map(([name, read]) => {
    const points: { x: number; y: number }[][] = [];
    let last = -Infinity;
    for (const minute of minutes) {
      const value = read(minute);
      if (value === undefined || minute.at < from) continue;
      if (minute.at - last > gapS) points.push([]);
      last = minute.at;
      largest = Math.max(largest, value);
      points.at(-1)?.push({ x: (minute.at - from) / Math.max(1, to - from), y: value });
    }
    return { name, points };
  });
  return { lines, largest };
}

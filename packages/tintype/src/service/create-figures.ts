import { statfs } from 'node:fs/promises';
import type { SourceBrowser } from '@tintype/contract';
import type { Execution, Observer } from '@tintype/jobs';
import type { MetricSources } from '@tintype/server';
import type { Journal } from '@tintype/store';

/** Figures of each minute, for operators without a monitoring system. */
export interface Figures {
  observer: Observer;
  current(): Promise<object>;
  /** Stores the minute, and starts a new one. */
  keep(): Promise<void>;
}

export interface FiguresParts {
  sources: MetricSources & {
    /** State of each browser: current only, not stored. */
    browserStates?(): readonly SourceBrowser[];
    databaseBytes?(): Promise<number>;
  };
  /** Returns the name of this process among those that share the store. */
  process(): string;
  journal: Pick<Journal, 'write'>;
  dataDir: string;
}

/** Number of stored minutes: one day of eight processes. */
const minutesKept = 8 * 24 * 60;

/** Maximum number of durations of a minute, for quantiles. */
const maxDurations = 1_000;

interface Minute {
  succeeded: number;
  failed: number;
  errors: Record<string, number>;
  /** Number and total duration, by stage. */
  stages: Record<string, { count: number; ms: number }>;
  durationsMs: number[];
  waitMs: number;
}

export function createFigures({
  sources,
  journal,
  dataDir,
  process: nameOf,
}: FiguresParts): Figures {
  let minute = emptyMinute();

  async function read(of: Minute): Promise<object> {
    const { durationsMs, ...counted } = of;
    const sorted = durationsMs.toSorted((a, b) => a - b);
    const at = (share: number) => {
      const durationMs = sorted[Math.floor(sorted.length * share)];
      return durationMs === undefined ? undefined : Math.round(durationMs);
    };
    const cache = sources.cache?.();
    return {
      process: nameOf(),
      ...counted,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      ...sources.limiter?.(),
      browsers: sources.browsers?.(),
      requests: await sources.requests?.(),
      deliveries: await sources.deliveries?.(),
      cache,
      memoryBytes: process.memoryUsage.rss(),
      databaseBytes: await sources.databaseBytes?.(),
      ...(await diskOf(dataDir)),
    };
  }

  return {
    observer: { executed: (execution) => count(minute, execution) },
    current: async () => ({
      ...(await read(minute)),
      browserStates: sources.browserStates?.() ?? [],
      ...(sources.remotes && { remoteBrowsers: sources.remotes() }),
    }),
    async keep() {
      const ended = minute;
      minute = emptyMinute();
      await journal.write('figures', JSON.stringify(await read(ended)), minutesKept);
    },
  };
}

function emptyMinute(): Minute {
  return { succeeded: 0, failed: 0, errors: {}, stages: {}, durationsMs: [], waitMs: 0 };
}

function count(minute: Minute, { outcome, totalMs, queueMs, timings }: Execution): void {
  if (outcome !== 'succeeded') {
    minute.failed += 1;
    minute.errors[outcome] = (minute.errors[outcome] ?? 0) + 1;
    return;
  }
  minute.succeeded += 1;
  minute.waitMs = Math.max(minute.waitMs, Math.round(queueMs));
  if (minute.durationsMs.length < maxDurations) minute.durationsMs.push(totalMs);
  for (const { stage, durationMs } of timings) {
    const known = (minute.stages[stage] ??= { count: 0, ms: 0 });
    known.count += 1;
    known.ms += Math.round(durationMs);
  }
}

async function diskOf(dataDir: string): Promise<object> {
  const disk = await statfs(dataDir).catch(() => undefined);
  return disk
    ? { diskFreeBytes: disk.bavail * disk.bsize, diskBytes: disk.blocks * disk.bsize }
    : {};
}

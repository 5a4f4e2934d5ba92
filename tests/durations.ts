import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Duration of a test file, and its CPU time. */
export interface Duration {
  seconds: number;
  /** Undefined where nothing tells. */
  cpuSeconds?: number | undefined;
}

/** Last durations of test files. */
export interface Durations {
  /**
   * What takes long comes first, so that nothing long is left for the end. Files never seen come
   * before most others.
   */
  longestFirst(groups: readonly (readonly string[])[]): (readonly string[])[];
  /** Duration of files, one after the other. */
  secondsOf(paths: readonly string[]): number;
  /** Cores that sequential files keep busy. */
  shareOf(paths: readonly string[]): number;
  /** Keeps what was measured, next to what is known of other files. */
  write(results: readonly (Duration & { path: string })[]): Promise<void>;
}

/** Files of durations. */
export interface DurationsFiles {
  /** Measured in this checkout. */
  own: string;
  /**
   * What the repository brings, for what nothing has measured here. `tests/write-durations.ts`
   * makes it.
   */
  shipped: string;
}

/**
 * Of a file of `tests/` that was never seen: it may take long, and then nothing should wait for it
 * at the end.
 */
const UNSEEN_SECONDS = 30;

/** The repository's file has every test file except short ones. */
const QUICK_SECONDS = 0.5;

/** Of what was never measured. Most of it renders, and waits for the browser's own processes. */
const USUAL_SHARE = 0.8;

/** A file that is missing, or cannot be read, is an empty one. */
export async function readDurations(file: string): Promise<Map<string, Duration>> {
  const known: Record<string, unknown> = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  const rows = Object.entries(known).flatMap(([path, entry]): [string, Duration][] =>
    Array.isArray(entry) ? [[path, { seconds: entry[0], cpuSeconds: entry[1] ?? undefined }]] : [],
  );
  return new Map(rows);
}

/** Each file with its seconds and those of the processor, by name. */
export function formatDurations(durations: ReadonlyMap<string, Duration>): string {
  const round = (seconds: number) => Math.round(seconds * 10) / 10;
  const rows = [...durations]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { seconds, cpuSeconds }]) => {
      const cpu = cpuSeconds === undefined ? [] : [round(cpuSeconds)];
      return `  ${JSON.stringify(path)}: [${[round(seconds), ...cpu].join(', ')}]`;
    });
  return rows.length === 0 ? '{}\n' : `{\n${rows.join(',\n')}\n}\n`;
}

/** Keeps the durations in a file. */
export async function createDurations(files: DurationsFiles): Promise<Durations> {
  const own = await readDurations(files.own);
  const shipped = await readDurations(files.shipped);
  const secondsOfOne = (path: string) =>
    (own.get(path) ?? shipped.get(path))?.seconds ??
    (path.startsWith('tests/') ? UNSEEN_SECONDS : QUICK_SECONDS);
  const secondsOf = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + secondsOfOne(path), 0);
  return {
    secondsOf,
    longestFirst: (groups) => groups.toSorted((a, b) => secondsOf(b) - secondsOf(a)),
    shareOf(paths) {
      // Of a calm machine where there is one: a busy one makes all of them wait more.
      const known = paths.flatMap((path) => shipped.get(path) ?? own.get(path) ?? []);
      const seconds = known.reduce((sum, each) => sum + each.seconds, 0);
      const cpu = known.reduce(
        (sum, each) => sum + (each.cpuSeconds ?? each.seconds * USUAL_SHARE),
        0,
      );
      return seconds === 0 ? USUAL_SHARE : Math.min(cpu / seconds, 1);
    },
    async write(results) {
      for (const { path, seconds, cpuSeconds = own.get(path)?.cpuSeconds } of results)
        own.set(path, { seconds, cpuSeconds });
      await mkdir(dirname(files.own), { recursive: true });
      await writeFile(files.own, formatDurations(own));
    },
  };
}

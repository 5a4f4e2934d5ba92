import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How long test files took the last time. */
export interface Durations {
  /** What takes long comes first, so that nothing long is left for the end. Files never seen come before all others. */
  longestFirst(paths: readonly string[]): string[];
  /** Whether a file takes so long that others would wait for it in one process. */
  isLong(path: string): boolean;
  /** Keeps what was measured, next to what is known of other files. */
  write(results: readonly { path: string; seconds: number }[]): Promise<void>;
}

/** What takes longest, for a checkout in which nothing has run yet. */
const slowest = [
  'packages/store/src/sqlite/thread/open-sqlite-store',
  'tests/survival',
  'tests/docs.test',
  'tests/hostile-documents',
  'tests/screencast/exact',
  'tests/screencast/hazards',
  'tests/screencast/video-elements',
  'tests/video/encoder-failures',
  'tests/video/encoders',
  'tests/installed/',
  'tests/service/parameters',
  'tests/service/accepted',
  'tests/service/hostile',
  'tests/service/load',
  'tests/serve/serve',
];

const isSlowest = (path: string) => slowest.some((name) => path.startsWith(name));

const LONG_SECONDS = 20;

/** Keeps the durations in a file. One that is missing, or cannot be read, is an empty one. */
export async function createDurations(file: string): Promise<Durations> {
  const known = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  const seconds = new Map<string, number>(Object.entries(known));
  // What crosses packages starts services and browsers.
  const guess = (path: string) => {
    if (isSlowest(path)) return 3_000;
    return path.startsWith('tests/') ? 2_000 : 1_000;
  };
  const weigh = (path: string) => seconds.get(path) ?? guess(path);
  return {
    isLong: (path) => (seconds.get(path) ?? (isSlowest(path) ? LONG_SECONDS : 0)) >= LONG_SECONDS,
    longestFirst: (paths) => paths.toSorted((a, b) => weigh(b) - weigh(a)),
    async write(results) {
      for (const result of results) seconds.set(result.path, Math.round(result.seconds));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(Object.fromEntries(seconds)));
    },
  };
}

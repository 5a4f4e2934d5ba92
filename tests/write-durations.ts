import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDurations, readDurations } from './durations.ts';

// Makes `tests/durations.json` of what `npm test` measured in this checkout: a fresh one begins
// with what takes longest, too.

const root = join(import.meta.dirname, '..');
const shipped = join(import.meta.dirname, 'durations.json');

/** Shorter files are treated as unknown ones. */
const SHORTEST = { 'tests/': 0, 'packages/': 2 };

const known = await readDurations(shipped);
for (const [path, { seconds, cpuSeconds = known.get(path)?.cpuSeconds }] of await readDurations(
  join(root, 'node_modules/.cache/tintype/durations.json'),
))
  known.set(path, { seconds, cpuSeconds });
for (const [path, { seconds }] of known) {
  const isThere = await readFile(join(root, path)).then(
    () => true,
    () => false,
  );
  const shortest = path.startsWith('tests/') ? SHORTEST['tests/'] : SHORTEST['packages/'];
  if (!isThere || seconds < shortest) known.delete(path);
}
await writeFile(shipped, formatDurations(known));

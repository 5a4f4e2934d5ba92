import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

/**
 * Writes the modules that the main thread of a process loads to a file, when the process ends, and
 * those of Node that are large.
 */
const listing = `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  const loaded = new Set();
  const load = (url, context, next) => (url.startsWith('node:') || loaded.add(url), next(url, context));
  if (isMainThread) registerHooks({ load });
  const isLarge = (name) => name.includes('undici');
  process.on('exit', () => isMainThread && writeFileSync(process.env.LOADED, JSON.stringify([...loaded, ...process.moduleLoadList.filter(isLarge)])));
`;

/** The environment of a process that lists its modules, and what then reads the list. */
export function listModules(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-loaded-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'loaded.json');
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(listing)}`;
  return {
    env: { NODE_OPTIONS, LOADED: file },
    read: () => JSON.parse(readFileSync(file, 'utf8')) as string[],
  };
}

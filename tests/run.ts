import { spawn } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { createCpuMeter } from './cpu-meter.ts';
import { createDurations } from './durations.ts';
import { groupFiles } from './group-files.ts';
import { createIdleMeter } from './idle-meter.ts';
import { leaveDeepFiles } from './leave-deep-files.ts';
import { runFiles } from './run-files.ts';
import type { FileResult } from './run-files.ts';
import { summarizeSkips } from './skip-summary.ts';
import type { TapTotals } from './tap-report.ts';

// What `npm test` runs: lint, format, leftovers, types, and the tests, or those whose paths are
// given. With --all, or TINTYPE_TEST_ALL=1, every case of them: see `inDepth` of the testkit.
// Everything runs even when something fails; the last line says what it came to.

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/tintype');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
/** Prints the CPU time of files. */
const showsCpu = process.env['TINTYPE_TEST_CPU'] === '1';
const isAll = process.argv.includes('--all') || process.env['TINTYPE_TEST_ALL'] === '1';

/** Each test file is a process, and half of what its start costs is compiling the same modules. */
const env = {
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...process.env,
  TINTYPE_TEST_ALL: isAll ? '1' : '',
  // What the build makes is that of these sources: it runs first. Where files are named, nothing is
  // built.
  TINTYPE_TEST_BUILT: wanted.length === 0 ? '1' : (process.env['TINTYPE_TEST_BUILT'] ?? ''),
};

/** Path of the script behind a package's command, so that it runs on the Node that runs this. */
async function scriptOf(packageName: string, command = packageName): Promise<string> {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Returns the number of failures: 1 or 0. */
async function check(title: string, name: string, ...args: string[]): Promise<number> {
  const [packageName = name, command = name] = name.split(':');
  const child = spawn(process.execPath, [await scriptOf(packageName, command), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const isFine = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
  process.stdout.write(`${isFine ? 'ok' : 'not ok'} - ${title}\n`);
  return isFine ? 0 : 1;
}

/** Returns the number of failures. */
async function runChecks(): Promise<number> {
  const results = [
    await check('types', 'typescript:tsc', '-b'),
    await check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
    // Unused or unlisted dependencies, files and exports.
    await check('leftovers', 'knip', '--no-progress', '--no-config-hints'),
    await check('format', 'oxfmt', '--list-different'),
  ];
  return results.reduce((sum, failed) => sum + failed, 0);
}

/**
 * tap is put together from plugins. Those of `.taprc` are fewer than those it comes with, and start
 * in half of the time.
 */
async function buildTap(): Promise<number> {
  const built = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js');
  const isBuilt = await readFile(built, 'utf8').then((code) => !code.includes('@tapjs/typescript'));
  return isBuilt ? 0 : check('tap', 'tap', 'build');
}

/** Windows separates folders otherwise, and files are grouped and timed by their paths. */
const withSlashes = (path: string) => path.replaceAll(sep, '/');

/** All test files, or those that are named or in a named folder. */
async function findFiles(): Promise<string[]> {
  const all: string[] = [];
  for await (const path of glob('{packages,tests,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }))
    all.push(withSlashes(path));
  const names = wanted.map((name) => withSlashes(relative(root, join(process.cwd(), name))));
  const isWanted = (path: string) =>
    names.length === 0 || names.some((name) => path === name || path.startsWith(`${name}/`));
  const unknown = names.filter((name) => !all.some((path) => `${path}/`.startsWith(`${name}/`)));
  if (unknown.length > 0) throw new Error(`No test file: ${unknown.join(', ')}`);
  return all.filter(isWanted);
}

function show({ path, passed, failed, skipped, seconds, lines }: FileResult) {
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ');
  const title = `${failed === 0 ? 'ok' : 'not ok'} - ${path} # ${counts}, ${seconds.toFixed(1)} s`;
  process.stdout.write([title, ...lines, ''].join('\n'));
}

/**
 * With more than this, what is timed in tests waits for too many others, however little each of
 * them does.
 */
const JOBS = availableParallelism() * 2 + 1;

/** While cores are idle: much of what tests do is waiting for time to pass. */
const JOBS_WHEN_IDLE = availableParallelism() * 4;

/** Half of one more than there are: what keeps a core busy waits at times. */
const CORES = availableParallelism() + 0.5;

/** Recordings of what moves in a page fell behind with more processes than there are cores. */
const isDemanding = (path: string) =>
  /^tests\/(?:screencast\/(?:exact|film|video-elements)|parameters\/motion)/.test(path);

/** More failed files than this are not bad luck. */
const MAX_RERUN = 5;

/**
 * Tests of real browsers and real time can fail on a machine that stalls. Up to five failed files
 * run a second time, alone: a fault fails again, and a pass then counts, but is reported. The
 * output of the first run is above.
 */
async function runTests(files: readonly string[]): Promise<FileResult[]> {
  const durations = await createDurations({
    own: join(cache, 'durations.json'),
    shipped: join(import.meta.dirname, 'durations.json'),
  });
  const onGroupFailure = (lines: readonly string[]) =>
    void process.stdout.write(
      ['# Of files that ran in one process some failed; each runs alone:', ...lines, ''].join('\n'),
    );
  const metered = showsCpu ? { meter: createCpuMeter() } : {};
  const options = { root, env, onResult: show, onGroupFailure, ...metered };
  const groups = await groupFiles(root, files, durations);
  // Where less may run beside them, first of all.
  groups.sort((a, b) => Number(b.some(isDemanding)) - Number(a.some(isDemanding)));
  const { shareOf } = durations;
  const results = await runFiles(groups, {
    ...options,
    jobs: JOBS,
    jobsWhenIdle: JOBS_WHEN_IDLE,
    cores: CORES,
    idleCores: createIdleMeter(),
    shareOf,
    isDemanding,
  });
  await durations.write(results);
  if (showsCpu) showCpu(results);
  const failed = results.filter((result) => result.failed > 0);
  if (failed.length === 0 || failed.length > MAX_RERUN) return results;
  process.stdout.write('# The files that failed, once more, one at a time:\n');
  const alone = failed.map(({ path }) => [path]);
  const again = await runFiles(alone, { ...options, jobs: 1 });
  for (const result of again)
    if (result.failed === 0)
      process.stdout.write(`# FLAKY: ${result.path} failed, and passed when it ran alone\n`);
  return [...results.filter((result) => result.failed === 0), ...again];
}

/**
 * What keeps the processor busiest: of files in one process, each has its part by the time that it
 * took.
 */
function showCpu(results: readonly FileResult[]) {
  const rows = results
    .toSorted((a, b) => (b.cpuSeconds ?? 0) - (a.cpuSeconds ?? 0))
    .map(
      ({ path, seconds, cpuSeconds = 0 }) =>
        `# ${cpuSeconds.toFixed(1).padStart(7)} s of a core in ${seconds.toFixed(1).padStart(6)} s: ${path}`,
    );
  const all = results.reduce((total, { cpuSeconds = 0 }) => total + cpuSeconds, 0);
  process.stdout.write([...rows, `# ${all.toFixed(1)} s of a core in all`, ''].join('\n'));
}

function sum(results: readonly TapTotals[]): TapTotals {
  const totals = { passed: 0, failed: 0, skipped: 0, left: 0 };
  for (const result of results)
    for (const key of ['passed', 'failed', 'skipped', 'left'] as const) totals[key] += result[key];
  return totals;
}

const found = await findFiles();
// A named file or folder runs entirely.
const { files, left } =
  isAll || wanted.length > 0 ? { files: found, left: [] } : await leaveDeepFiles(root, found);
let failedChecks = await buildTap();
// Some tests use what the build makes, and build it themselves: two builds at once disturb each
// other.
if (wanted.length === 0)
  failedChecks += await check('build', 'turbo', 'run', 'build', '--output-logs=errors-only');
const [results, failedLater] = await Promise.all([
  runTests(files),
  wanted.length === 0 ? runChecks() : 0,
]);
const totals = sum(results);
const failed = totals.failed + failedChecks + failedLater;
const isWhole = totals.left + left.length === 0;
if (!isWhole)
  process.stdout.write(
    `${totals.left} cases and ${left.length} files are left to npm run test:all\n`,
  );
for (const line of summarizeSkips(results.flatMap(({ lines }) => lines)))
  process.stdout.write(`${line}\n`);
process.stdout.write(`${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

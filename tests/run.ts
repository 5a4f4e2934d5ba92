import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTapReport } from './tap-report.ts';

// What `npm test` runs: lint, format, leftovers, types, then every test, or those whose paths are given.
// Everything runs even when something fails; the last line says what it came to.

const root = dirname(import.meta.dirname);

/** Path of the script behind a package's command, so that it runs on the Node that runs this. */
async function scriptOf(packageName: string, command = packageName): Promise<string> {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Each test file is a process, and half of what its start costs is compiling the same modules. */
const compiled = join(root, 'node_modules/.cache/tintype/compiled');

async function start(name: string, args: string[], onLine?: (line: string) => void) {
  const [packageName = name, command = name] = name.split(':');
  const child = spawn(process.execPath, [await scriptOf(packageName, command), ...args], {
    cwd: root,
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  const lines = child.stdout && createInterface({ input: child.stdout });
  lines?.on('line', (line) => onLine?.(line));
  const exitCode = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return exitCode;
}

async function check(
  title: string,
  ...command: [name: string, ...args: string[]]
): Promise<number> {
  const [name, ...args] = command;
  const exitCode = await start(name, args);
  process.stdout.write(`${exitCode === 0 ? 'ok' : 'not ok'} - ${title}\n`);
  return exitCode === 0 ? 0 : 1;
}

/** Gives how many of them failed. */
async function runChecks(): Promise<number> {
  const compile = async () => [
    await check('build', 'turbo', 'run', 'build', '--output-logs=errors-only'),
    await check('types', 'typescript:tsc', '-b'),
  ];
  const results = await Promise.all([
    check('lint', 'oxlint', '--deny-warnings'),
    check('format', 'prettier', '--check', '--log-level=warn', '.'),
    // Dependencies that nobody uses or lists, files and exports that nobody imports.
    check('leftovers', 'knip', '--no-progress', '--no-config-hints'),
    compile(),
  ]);
  return results.flat().filter((failed) => failed !== 0).length;
}

async function runTests(files: string[], options: string[] = []) {
  const report = createTapReport();
  const exitCode = await start('tap', ['run', '--reporter=tap', ...options, ...files], (line) => {
    const shown = report.read(line);
    if (shown !== undefined) process.stdout.write(`${shown}\n`);
  });
  // A run that was cut off, or that failed without a failed test, is a failure all the same.
  const totals = report.totals ?? { passed: 0, failed: 1, skipped: 0 };
  if (exitCode !== 0 && totals.failed === 0) totals.failed = 1;
  return { totals, failedFiles: report.failedFiles };
}

/** More failed files than this are not bad luck. */
const MAX_RERUN = 3;

/**
 * Tests of real browsers and real time can fail on a machine that stalls. Up to three failed files run a second time, alone: a fault
 * fails again, and what passes then counts, but is named. What it showed the first time stands above.
 */
async function runTwice(files: string[]) {
  const { totals, failedFiles } = await runTests(files);
  if (failedFiles.length === 0 || failedFiles.length > MAX_RERUN) return totals;
  process.stdout.write('# The files that failed, once more, one at a time:\n');
  const paths = failedFiles.map(({ path }) => path);
  const again = await runTests(paths, ['--jobs=1']);
  for (const path of paths)
    if (!again.failedFiles.some((file) => file.path === path))
      process.stdout.write(`# FLAKY: ${path} failed, and passed when it ran alone\n`);
  for (const key of ['passed', 'failed', 'skipped'] as const)
    totals[key] += again.totals[key] - failedFiles.reduce((sum, file) => sum + file[key], 0);
  return totals;
}

const files = process.argv.slice(2);
const [failedChecks] = await Promise.all([
  files.length === 0 ? runChecks() : 0,
  start('tap', ['build'], () => {}),
]);
const totals = await runTwice(files);
const failed = totals.failed + failedChecks;
process.stdout.write(`${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

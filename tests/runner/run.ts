import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { runFiles } from './run-files.ts';

// What `npm test` runs: build, types, lint, leftovers, format, and the tests, or only those whose
// paths are given. See CONTRIBUTING.md. Everything runs even when something fails.

const root = join(import.meta.dirname, '..', '..');
const named = process.argv.slice(2).filter((argument) => argument !== '--all');
const isWhole = named.length === 0;
const isAll = process.argv.includes('--all') || process.env['TINTYPE_TEST_ALL'] === '1';
const print = (text: string) => void process.stdout.write(text);

const env = {
  // Half of the time that a process takes to start is compiling the same modules.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tintype/compiled'),
  ...process.env,
  TINTYPE_TEST_ALL: isAll ? '1' : '',
  // A whole run builds first, so tests may use the build.
  TINTYPE_TEST_BUILT: isWhole ? '1' : (process.env['TINTYPE_TEST_BUILT'] ?? ''),
};

let failedChecks = 0;
async function check(title: string, command: string, ...args: string[]): Promise<void> {
  // npm has put the commands in PATH; those of Windows are scripts of its shell.
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 1, 2] });
  const [code] = await once(child, 'close');
  if (code !== 0) failedChecks += 1;
  print(`${code === 0 ? 'ok' : 'not ok'} - ${title}\n`);
}

async function runChecks(): Promise<void> {
  await check('types', 'tsc', '-b');
  await check('lint', 'oxlint', '--type-aware', '--deny-warnings');
  // Unused or unlisted dependencies, files and exports.
  await check('leftovers', 'knip', '--no-progress', '--no-config-hints');
  await check('format', 'oxfmt', '--list-different');
}

/** Returns all test files, or those that are named or in a named folder. */
async function findFiles(): Promise<string[]> {
  const all: string[] = [];
  const exclude = (name: string) => name === 'node_modules' || name === 'dist';
  for await (const path of glob('{packages,tests,tools}/**/*.test.ts', { cwd: root, exclude }))
    all.push(path.replaceAll(sep, '/'));
  const names = named.map((name) => relative(root, resolve(name)).replaceAll(sep, '/'));
  const isIn = (path: string, name: string) => `${path}/`.startsWith(`${name}/`);
  const unknown = names.filter((name) => !all.some((path) => isIn(path, name)));
  if (unknown.length > 0) throw new Error(`No test file: ${unknown.join(', ')}`);
  return all.filter((path) => isWhole || names.some((name) => isIn(path, name)));
}

// tap consists of plugins. With those of `.taprc` alone it starts in half of the time.
const plugins = join(root, 'node_modules/@tapjs/test/test-built/dist/esm/index.js');
if ((await readFile(plugins, 'utf8')).includes('@tapjs/typescript'))
  await check('tap', 'tap', 'build');
// Some tests use the build, and build it themselves if it is not there: not two at a time.
if (isWhole) await check('build', 'turbo', 'run', 'build', '--output-logs=errors-only');

// Those of `tests/` take longest, so they start first.
const found = (await findFiles()).toSorted().toReversed();
const files = found.filter((path) => isAll || !isWhole || !path.includes('.long.'));
const [results] = await Promise.all([
  // Much of what tests do is waiting.
  runFiles(files, { root, env, jobs: availableParallelism() * 2, print }),
  isWhole && runChecks(),
]);

const sum = (key: 'passed' | 'left') => results.reduce((total, result) => total + result[key], 0);
const failed = failedChecks + results.flatMap(({ failures }) => failures).length;
const skips = results.flatMap((result) => result.skips);
const left = [sum('left'), found.length - files.length];
if (left.some(Boolean)) print(`${left.join(' cases and ')} files are left to npm run test:all\n`);
for (const reason of new Set(skips))
  print(`# ${skips.filter((other) => other === reason).length} skipped: ${reason}\n`);
print(`${sum('passed')} passed, ${failed} failed, ${skips.length} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

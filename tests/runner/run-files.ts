import { fork, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { descendants } from '@tintype/testkit';

/** Result of one test file. */
export interface FileResult {
  path: string;
  /** Number of assertions. */
  passed: number;
  failures: string[];
  /** Reasons of skipped tests. */
  skips: string[];
  /** Number of cases that only `npm run test:all` runs. */
  left: number;
  seconds: number;
}

/** Options of {@link runFiles}. */
export interface RunOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Maximum number of concurrent processes. */
  jobs: number;
  /** Time limit of a file. */
  limitMs?: number;
  /** Time until a process that should have ended is killed. */
  graceMs?: number;
  print(text: string): void;
}

/** If this many files fail a second time, the other failures are not bad luck either. */
const maxFaults = 5;

/**
 * Runs `*.alone.test.ts` files in processes of their own, half as many at a time as others, and then
 * the others: several in a process. Files that failed, and all files of a process that crashed, run
 * again at the end, one at a time, each in its own process. The last result of a file counts.
 */
export async function runFiles(
  paths: readonly string[],
  options: RunOptions,
): Promise<FileResult[]> {
  const results = new Map<string, FileResult>();
  const again = new Set<string>();
  const { jobs, print } = options;
  const alone = paths.filter((path) => path.includes('.alone.'));
  const shared = paths.filter((path) => !alone.includes(path));
  const runNext = async (waiting: string[], maxFiles: number) => {
    while (waiting.length > 0) {
      const { files, isCrash } = await runProcess(waiting, maxFiles, options);
      for (const file of files) {
        results.set(file.path, file);
        if (isCrash || file.failures.length > 0) again.add(file.path);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.ceil(jobs / 2) }, () => runNext(alone, 1)));
  await Promise.all(Array.from({ length: jobs }, () => runNext(shared, 20)));
  if (again.size > 0) print('# Files that failed or shared a crashed process, alone:\n');
  let faults = 0;
  for (const path of again) {
    if (faults === maxFaults) break;
    const hasFailed = results.get(path)?.failures.length;
    const { files } = await runProcess([path], 1, options);
    for (const file of files) results.set(path, file);
    if (results.get(path)?.failures.length) faults += 1;
    else if (hasFailed) print(`# FLAKY: ${path} failed, and passed when it ran alone\n`);
  }
  return [...results.values()];
}

/** Runs waiting files, up to one that fails: it may disturb the next ones. */
async function runProcess(waiting: string[], maxFiles: number, options: RunOptions) {
  const { root, env, limitMs = 300_000, graceMs = 30_000, print } = options;
  const child = fork(join(import.meta.dirname, 'worker.ts'), [`${limitMs}`], {
    cwd: root,
    env: { ...env, TAP: '1', TAP_TIMEOUT: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (text: string) => (output = (output + text).slice(-8_000));
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);
  const closed = once(child, 'close');
  const messages = on(child, 'message', { close: ['close'] });
  const files: FileResult[] = [];
  const add = (file: FileResult) => void (files.push(file), print(describe(file)));
  let unfinished: string | undefined;
  while (files.length < maxFiles && !files.at(-1)?.failures.length) {
    unfinished = waiting.shift();
    if (unfinished === undefined) break;
    const killing = setTimeout(kill, limitMs + graceMs, child);
    output = '';
    child.send(unfinished, () => {});
    const file = await nextResult(messages);
    clearTimeout(killing);
    if (file === undefined) break;
    unfinished = undefined;
    add(file);
  }
  child.send('', () => {});
  const killing = setTimeout(kill, graceMs, child);
  const [code, signal] = await closed;
  clearTimeout(killing);
  const isCrash = unfinished !== undefined || (code !== 0 && !files.at(-1)?.failures.length);
  const ending = child.killed ? 'took too long' : `ended with ${signal ?? `exit code ${code}`}`;
  const failures = [`not ok - the process ${ending}\n${output}`];
  const path = unfinished ?? files.at(-1)?.path ?? '';
  if (isCrash) add({ path, passed: 0, failures, skips: [], left: 0, seconds: 0 });
  return { files, isCrash };
}

/** Returns undefined if the process ended. */
async function nextResult(messages: NodeJS.AsyncIterator<unknown[]>) {
  for (;;) {
    const { value, done } = await messages.next();
    if (done) return undefined;
    const [message] = value as [FileResult | { key: string }];
    // tap sends messages of its own.
    if ('path' in message) return message;
  }
}

function describe({ path, passed, failures, skips, seconds }: FileResult): string {
  const failed = failures.length > 0 ? `, ${failures.length} failed` : '';
  const skipped = skips.length > 0 ? `, ${skips.length} skipped` : '';
  const title = `${failed ? 'not ok' : 'ok'} - ${path} # ${passed} passed${failed}${skipped}`;
  return [`${title}, ${seconds.toFixed(1)} s`, ...failures, ''].join('\n');
}

/** Kills a process and all that it started, such as browsers, which would outlive it. */
function kill(child: ChildProcess) {
  const below = process.platform === 'linux' ? descendants(child.pid) : [];
  child.kill('SIGKILL');
  for (const { pid } of below)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
}

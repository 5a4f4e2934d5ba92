import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTapReport, type TapTotals } from './tap-report.ts';

/** What one test file came to. */
export interface FileResult extends TapTotals {
  path: string;
  seconds: number;
  /** What a person should see. */
  lines: string[];
}

/** How files are run. */
export interface RunFilesOptions {
  root: string;
  /** How many processes at once. Tests wait much of their time, so that more than there are cores is faster. */
  jobs: number;
  /** Whether a file needs some of the machine for itself: beside it, there is one process less. */
  isDemanding?(path: string): boolean;
  env: NodeJS.ProcessEnv;
  /** Is told of a file once it has ended. */
  onResult(result: FileResult): void;
  /** Is told of a group that failed, before its files run one by one. */
  onGroupFailure(lines: readonly string[]): void;
}

/** After this, a process is ended: tap's own bound is shorter, and tells more. */
const KILL_AFTER_MS = 330_000;

/**
 * Runs test files in the order given; those of one group in one process. When anything fails in a group, each of its files runs alone,
 * so that what one of them does to the others is not taken for their fault.
 */
export async function runFiles(
  groups: readonly (readonly string[])[],
  options: RunFilesOptions,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = [...groups];
  const add = (result: FileResult) => {
    results.push(result);
    options.onResult(result);
  };
  const runNext = async (group: readonly string[]) => {
    const [path = ''] = group;
    if (group.length === 1) return add(await runFile(path, options));
    const { failure, files } = await runGroup(group, options);
    if (failure === undefined) return files.forEach(add);
    options.onGroupFailure(failure);
    waiting.unshift(...group.map((each) => [each]));
  };
  const isDemanding = (group: readonly string[]) =>
    group.some((path) => options.isDemanding?.(path));
  const running = new Map<readonly string[], Promise<void>>();
  const fits = (group: readonly string[]) => {
    const isCareful = [group, ...running.keys()].some(isDemanding);
    return running.size === 0 || running.size < options.jobs - (isCareful ? 1 : 0);
  };
  while (waiting.length + running.size > 0) {
    const at = waiting.findIndex(fits);
    const [group] = at < 0 ? [] : waiting.splice(at, 1);
    if (group === undefined) await Promise.race(running.values());
    else
      running.set(
        group,
        runNext(group).finally(() => running.delete(group)),
      );
  }
  return results;
}

async function runFile(path: string, options: RunFilesOptions): Promise<FileResult> {
  const file = createFile(path);
  const { problem, complaints } = await runProgram(path, options, {}, file.read);
  const result = file.result();
  result.lines.push(...complaints);
  // What was cut off, or failed without a failed assertion, is a failure all the same.
  const missing = problem ?? (file.isComplete() ? undefined : 'its TAP has no end');
  if (missing !== undefined && result.failed === 0) {
    result.failed = 1;
    result.lines.push(`not ok - ${missing}`);
  }
  return result;
}

/** In the TAP of a group, `# File: path` says whose lines follow. */
async function runGroup(paths: readonly string[], options: RunFilesOptions) {
  const loading = createFile('');
  const files = new Map(paths.map((path) => [path, createFile(path)]));
  let current = loading;
  const read = (line: string) => {
    const path = /^# File: (.+)/.exec(line)?.[1];
    if (path === undefined) return current.read(line);
    current = files.get(path) ?? current;
    current.begin();
  };
  const program = join(import.meta.dirname, 'run-together.ts');
  const env = { TEST_FILES: JSON.stringify(paths) };
  const { problem, complaints } = await runProgram(program, options, env, read);
  const results = [...files.values()].map((file) => file.result());
  const missing = problem ?? (current.isComplete() ? undefined : 'its TAP has no end');
  const isFine =
    missing === undefined && [loading.result(), ...results].every(({ failed }) => failed === 0);
  const said = [loading.result(), ...results].flatMap(({ lines }) => lines);
  return {
    files: results,
    failure: isFine ? undefined : [...said, ...complaints, `not ok - ${missing}`],
  };
}

async function runProgram(
  program: string,
  options: RunFilesOptions,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<{ problem: string | undefined; complaints: string[] }> {
  const child = spawn(process.execPath, ['--conditions=@tintype/source', program], {
    cwd: options.root,
    env: { ...options.env, TAP: '1', TAP_TIMEOUT: '300', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killing = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  createInterface({ input: child.stdout }).on('line', onLine);
  const complaints = text(child.stderr);
  const problem = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `exit code ${code ?? signal}`),
    );
  });
  clearTimeout(killing);
  return { problem, complaints: (await complaints).split('\n').filter((line) => line !== '') };
}

/** Gathers what is said of one file. Its time begins now, or where it is told to. */
function createFile(path: string) {
  const report = createTapReport();
  const lines: string[] = [];
  let begun = performance.now();
  let ended = begun;
  return {
    begin() {
      begun = performance.now();
      ended = begun;
    },
    read(line: string) {
      ended = performance.now();
      const shown = report.read(line);
      if (shown !== undefined) lines.push(shown);
    },
    isComplete: () => report.isComplete,
    result: (): FileResult => ({ path, seconds: (ended - begun) / 1000, lines, ...report.totals }),
  };
}

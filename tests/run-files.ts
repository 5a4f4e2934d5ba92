import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { CpuMeter } from './cpu-meter.ts';
import type { IdleMeter } from './idle-meter.ts';
import { createTapReport, type TapTotals } from './tap-report.ts';

/** Result of one test file. */
export interface FileResult extends TapTotals {
  path: string;
  seconds: number;
  /**
   * Of the processor, with what it started; of files in one process, by how long each took.
   * Undefined where nothing measures it.
   */
  cpuSeconds?: number | undefined;
  /** Visible output. */
  lines: string[];
}

/** Options of running files. */
export interface RunFilesOptions {
  root: string;
  /** Maximum number of concurrent processes. */
  jobs: number;
  /** Number of cores that they may keep busy together. Default: the number of jobs. */
  cores?: number;
  /**
   * How much of a core the files of a process keep busy: much of what tests do is waiting. Default
   * all of it.
   */
  shareOf?(paths: readonly string[]): number;
  /**
   * Tells what the files leave to others: with half a core and more, another process runs, whatever
   * its share is. Default nothing.
   */
  idleCores?: IdleMeter;
  /** Maximum number of concurrent processes while cores are idle. Default: the number of jobs. */
  jobsWhenIdle?: number;
  /**
   * Whether a file needs some of the machine for itself: with it, half as many processes run at
   * once, and at least two.
   */
  isDemanding?(path: string): boolean;
  /**
   * Measures what keeps the processor busy. Default nothing: reading `/proc` all the time takes a
   * twelfth of a core.
   */
  meter?: CpuMeter;
  env: NodeJS.ProcessEnv;
  /** Called for each file that has ended. */
  onResult(result: FileResult): void;
  /** Called for a group that failed, before its files run one by one. */
  onGroupFailure(lines: readonly string[]): void;
}

/** The bound of tap for one file, and for several in one process. */
const TIMEOUT_SECONDS = { file: 300, group: 600 };

/** Time until a started process shows in the number of idle cores. */
const LOOK_MS = 1000;
const ENOUGH_IDLE_CORES = 0.5;

/** So much later a process is ended: tap's own bound tells more. */
const GRACE_SECONDS = 30;

/**
 * Runs test files in the order given; those of one group in one process. What fails in a group runs
 * alone, so that what one file does to the others is not taken for their fault; where the process
 * did not come to its end, each of them.
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
    const { failure, files, again } = await runGroup(group, options);
    for (const file of files) if (!again.includes(file.path)) add(file);
    if (failure === undefined) return;
    options.onGroupFailure(failure);
    waiting.unshift(...again.map((path) => [path]));
  };
  const running = new Map<readonly string[], Promise<void>>();
  const fits = createFits(running, options);
  const { idleCores } = options;
  let isIdle = false;
  while (waiting.length + running.size > 0) {
    const at = waiting.findIndex((group) => fits(group, isIdle));
    const [group] = at < 0 ? [] : waiting.splice(at, 1);
    isIdle = false;
    if (group === undefined) {
      idleCores?.();
      const look = delay(LOOK_MS, idleCores, { ref: false });
      const measure = await Promise.race([...running.values(), ...(idleCores ? [look] : [])]);
      isIdle = (measure?.() ?? 0) >= ENOUGH_IDLE_CORES;
    } else
      running.set(
        group,
        runNext(group).finally(() => running.delete(group)),
      );
  }
  return results;
}

/** Returns whether a group may start beside those that run; `isIdle` if they left cores idle. */
function createFits(running: ReadonlyMap<readonly string[], unknown>, options: RunFilesOptions) {
  const { jobs, cores = jobs, jobsWhenIdle = jobs, shareOf = () => 1 } = options;
  const isDemanding = (group: readonly string[]) =>
    group.some((path) => options.isDemanding?.(path));
  return (group: readonly string[], isIdle: boolean) => {
    if (running.size === 0) return true;
    const together = [group, ...running.keys()];
    if (together.some(isDemanding) && together.length > Math.max(2, Math.floor(jobs / 2)))
      return false;
    if (isIdle) return together.length <= jobsWhenIdle;
    const busy = together.reduce((sum, each) => sum + shareOf(each), 0);
    return together.length <= jobs && busy <= cores;
  };
}

async function runFile(path: string, options: RunFilesOptions): Promise<FileResult> {
  const file = createFile(path);
  const { problem, complaints, cpuSeconds } = await runProgram(
    [path],
    options,
    { TAP_TIMEOUT: `${TIMEOUT_SECONDS.file}` },
    file.read,
  );
  const result = { ...file.result(), cpuSeconds };
  result.lines.push(...complaints);
  // What was cut off, or failed without a failed assertion, is a failure all the same.
  const missing = problem ?? (file.isComplete() ? undefined : 'its TAP has no end');
  if (missing !== undefined && result.failed === 0) {
    result.failed = 1;
    result.lines.push(`not ok - ${missing}`);
  }
  return result;
}

/** No two groups have the same first file. */
function nameOf([first = '']: readonly string[]): string {
  return first.replaceAll(/\W+/g, '-');
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
  // tap names folders of tests after the arguments: tests of one name in two groups would share
  // theirs.
  const program = [join(import.meta.dirname, 'run-together.ts'), nameOf(paths)];
  const env = { TEST_FILES: JSON.stringify(paths), TAP_TIMEOUT: `${TIMEOUT_SECONDS.group}` };
  const { problem, complaints, cpuSeconds } = await runProgram(program, options, env, read);
  const results = shareCpu(
    [...files.values()].map((file) => file.result()),
    cpuSeconds,
  );
  const missing = problem ?? (current.isComplete() ? undefined : 'its TAP has no end');
  const isFine =
    missing === undefined && [loading.result(), ...results].every(({ failed }) => failed === 0);
  const said = [loading.result(), ...results].flatMap(({ lines }) => lines);
  const faulty = results.filter(
    ({ passed, failed, skipped }) => failed > 0 || passed + skipped === 0,
  );
  // tap's own code for failed assertions: nothing else happened.
  const isTold = problem === 'exit code 1' && current.isComplete() && faulty.length > 0;
  return {
    files: results,
    /** The paths of those whose results do not count. */
    again: isFine
      ? []
      : isTold && loading.result().failed === 0
        ? faulty.map(({ path }) => path)
        : paths,
    failure: isFine ? undefined : [...said, ...complaints, `not ok - ${missing}`],
  };
}

interface ProgramEnd {
  problem: string | undefined;
  complaints: string[];
  cpuSeconds: number | undefined;
}

async function runProgram(
  program: readonly string[],
  options: RunFilesOptions,
  env: NodeJS.ProcessEnv & { TAP_TIMEOUT: string },
  onLine: (line: string) => void,
): Promise<ProgramEnd> {
  const child = spawn(process.execPath, ['--conditions=@tintype/source', ...program], {
    cwd: options.root,
    env: { ...options.env, TAP: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endMeter = child.pid === undefined ? undefined : options.meter?.follow(child.pid);
  const killAfterMs = (Number(env.TAP_TIMEOUT) + GRACE_SECONDS) * 1000;
  const killing = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  createInterface({ input: child.stdout }).on('line', onLine);
  const complaints = text(child.stderr);
  const problem = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `exit code ${code ?? signal}`),
    );
  });
  clearTimeout(killing);
  return {
    problem,
    complaints: (await complaints).split('\n').filter((line) => line !== ''),
    cpuSeconds: endMeter?.(),
  };
}

/** The CPU time of a single file in a process is unknown. */
function shareCpu(results: readonly FileResult[], cpuSeconds: number | undefined): FileResult[] {
  if (cpuSeconds === undefined) return [...results];
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0) || 1;
  return results.map((result) => ({
    ...result,
    cpuSeconds: (cpuSeconds * result.seconds) / seconds,
  }));
}

/** Collects the output of one file. Its time starts now, or on `start`. */
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
    result(): FileResult {
      const result = { path, seconds: (ended - begun) / 1000, lines: [...lines], ...report.totals };
      if (result.left === 0 || result.passed + result.failed + result.skipped > 0) return result;
      result.lines.push('not ok - all of its cases are left to npm run test:all');
      return { ...result, failed: 1 };
    },
  };
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTapReport } from './tap-report.ts';
import type { TapTotals } from './tap-report.ts';

/** What one test file came to. */
export interface FileResult extends TapTotals {
  path: string;
  seconds: number;
}

/** How files are run. */
export interface RunFilesOptions {
  root: string;
  /** How many processes at once. Tests wait much of their time, so that more than there are cores is faster. */
  jobs: number;
  env: NodeJS.ProcessEnv;
  /** Gets what a person should see of a file, once it has ended. */
  onResult(result: FileResult, lines: readonly string[]): void;
}

/** After this, a file is ended: tap's own bound is shorter, and tells more. */
const KILL_AFTER_MS = 330_000;

/** Runs test files, each in a process of its own, in the order given. */
export async function runFiles(
  paths: readonly string[],
  options: RunFilesOptions,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { result, lines } = await runFile(path, options);
      results.push(result);
      options.onResult(result, lines);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return results;
}

async function runFile(path: string, { root, env }: RunFilesOptions) {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--conditions=@tintype/source', path], {
    cwd: root,
    env: { ...env, TAP: '1', TAP_TIMEOUT: '300' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killing = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  const report = createTapReport();
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const shown = report.read(line);
    if (shown !== undefined) lines.push(shown);
  });
  const complaints = text(child.stderr);
  const ending = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `exit code ${code ?? signal}`),
    );
  });
  clearTimeout(killing);
  lines.push(...(await complaints).split('\n').filter((line) => line !== ''));
  const result = { path, ...report.totals, seconds: (performance.now() - begun) / 1000 };
  // A file that was cut off, or that failed without a failed assertion, is a failure all the same.
  const problem = ending ?? (report.isComplete ? undefined : 'its TAP has no end');
  if (problem !== undefined && result.failed === 0) {
    result.failed = 1;
    lines.push(`not ok - ${problem}`);
  }
  return { result, lines };
}

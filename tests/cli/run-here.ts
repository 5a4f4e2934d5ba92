import { buffer, text } from 'node:stream/consumers';
import { PassThrough, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type * as EnvironmentModule from '../../packages/tintype/src/environment.ts';
import type * as RunModule from '../../packages/tintype/src/cli/run.ts';
import type { Test } from 'tap';
import { root, type CliOptions, type CliOutcome } from './run-cli.ts';

// No part of what the package exports.
const source = (file: string) =>
  new URL(`packages/tintype/src/${file}`, pathToFileURL(`${root}/`)).href;
const { readEnvironment } = (await import(source('environment.ts'))) as typeof EnvironmentModule;
const { run } = (await import(source('cli/run.ts'))) as typeof RunModule;

/**
 * Runs `tintype` with arguments as `runCli` does, in this process: for tests of output and files
 * only. One at a time, as the current folder is that of the process.
 */
export async function runHere(
  args: readonly string[],
  { cwd = root, env = {}, input = '' }: Pick<CliOptions, 'cwd' | 'env' | 'input'> = {},
): Promise<CliOutcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const outputs = Promise.all([buffer(stdout), text(stderr)]);
  const cleanUps: (() => void)[] = [];
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await run(args, {
      stdin: Readable.from([Buffer.from(input)]),
      stdout,
      stderr,
      get environment() {
        return readEnvironment({ ...process.env, TINTYPE_EGRESS_ALLOW: '', ...env });
      },
      signal: new AbortController().signal,
      onExit: (cleanUp) => cleanUps.push(cleanUp),
      endInOrder: () => {},
      endWithoutWaiting: () => {},
      onUncaught: () => {},
    });
    stdout.end();
    stderr.end();
    const [said, complaints] = await outputs;
    return { code, stdout: said, stderr: complaints };
  } finally {
    for (const cleanUp of cleanUps) cleanUp();
    process.chdir(before);
  }
}

/**
 * Runs command lines that must be rejected in one line, before any browser starts. Words with blanks
 * are in double quotes.
 */
export async function expectRefusals(
  t: Test,
  cases: Readonly<Record<string, RegExp>>,
  options?: Parameters<typeof runHere>[1],
): Promise<void> {
  for (const [line, message] of Object.entries(cases)) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    const { code, stdout, stderr } = await runHere(words, options);
    t.equal(code, 2, line);
    t.match(stderr, /^tintype: [^\n]*\n$/, 'one line');
    t.match(stderr.trimEnd(), message, line);
    t.equal(stdout.length, 0);
  }
}

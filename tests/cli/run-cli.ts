import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** The command of the checkout, which runs the sources. */
export const bin = join(root, 'packages', 'tintype', 'bin', 'tintype.js');

/**
 * The same, as it is once installed: `npm test` builds it first, and it starts in two thirds of the
 * time.
 */
export const program =
  process.env['TINTYPE_TEST_BUILT'] === '1' ? join(root, 'tests', 'cli', 'built.js') : bin;

export interface CliOutcome {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface CliOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** Stdin stays open after the input: `during` writes more, or nothing. */
  keepsStdin?: boolean;
  /** The module to start; default the command. */
  entry?: string;
  /** The Node to run it on; default the one that runs the test. */
  node?: string;
  /** Runs while it works. */
  during?(child: ChildProcess): void;
}

/** Runs `tintype` with arguments, as its own process, and waits for its end. */
export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliOutcome> {
  const { cwd = root, env = {}, input = '', node } = options;
  // What the build makes leaves it to the command to look at the version of Node.
  const { entry = node === undefined ? program : bin } = options;
  const child = spawn(node ?? process.execPath, [entry, ...args], {
    cwd,
    // NODE_OPTIONS of the test would hide that the command works without it.
    env: { ...process.env, NODE_OPTIONS: '', TINTYPE_EGRESS_ALLOW: '', ...env },
    stdio: 'pipe',
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.on('error', () => {});
  if (options.keepsStdin) child.stdin.write(input);
  else child.stdin.end(input);
  options.during?.(child);
  const [stdout, stderr, code] = await Promise.all([
    // A test may have closed it.
    buffer(child.stdout).catch(() => Buffer.alloc(0)),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}

/** Parses output with one JSON value per line. */
export const jsonLines = (output: Buffer | string) =>
  String(output)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

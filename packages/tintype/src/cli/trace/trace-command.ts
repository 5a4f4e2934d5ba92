import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { nearestName } from '@tintype/contract';
import { readTrace } from '@tintype/contract/trace';
import { EXIT, type CliContext } from '../cli-context.ts';
import { HELP_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { formatHelp } from '../output/help.ts';
import { readNamedFile } from '../render/read-named-file.ts';
import { UsageError } from '../usage-error.ts';
import { tracePage } from './trace-page.ts';

const USAGE = `Usage
  tintype trace open <file.zip> [-o <page.html>]

Shows the file of --trace as one page that loads nothing: stages, images of the load, requests, console and messages of the browser. Without -o the page is written to a temporary folder and, in a terminal, opened in a browser.`;

const FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    isSwitch: false,
    placeholder: '<page.html>',
    group: 'Output',
    description: 'File for the page, replaced if it exists.',
  },
  HELP_FLAG,
];

const limits = { maxRows: 5_000, maxFrames: 400, maxChars: Infinity, hasMessages: true };

/** `tintype trace`. */
export async function traceCommand(args: readonly string[], context: CliContext): Promise<number> {
  const { stdout } = context;
  const parsed = parseFlags(args, FLAGS, nearestName);
  const last = (name: string) => parsed.entries.findLast(({ flag }) => flag.name === name)?.value;
  if (last('help') === 'true') {
    stdout.write(formatHelp(USAGE, FLAGS, stdout));
    return EXIT.done;
  }
  const [action, file, ...more] = parsed.positionals;
  if (action !== 'open' || file === undefined || more.length > 0) {
    throw new UsageError('Name one file: tintype trace open trace.zip');
  }
  const zip = new Uint8Array(await readNamedFile(file, file));
  const trace = await readTrace(zip, limits).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const page = tracePage(trace, basename(file));
  const output = last('output');
  const target = resolve(output ?? join(await mkdtemp(join(tmpdir(), 'tintype-')), 'trace.html'));
  const writer = createFileWriter();
  context.onExit(() => writer.cleanUp());
  // A page behind a login must be readable by its owner only.
  await writer.replace(target, Buffer.from(page), 0o600);
  stdout.write(`${target}\n`);
  if (output === undefined && stdout.isTTY === true) openInBrowser(target);
  return EXIT.done;
}

/** Errors are ignored: the path is printed, and a machine may have no browser. */
function openInBrowser(file: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...first] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...first, file], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { nearestName } from '@tintype/contract';
import { EXIT, type CliContext } from '../cli-context.ts';
import { HELP_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { parseFlags } from '../flags/parse-flags.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { formatHelp } from '../output/help.ts';
import { readNamedFile } from '../render/read-named-file.ts';
import { UsageError } from '../usage-error.ts';
import { readTrace } from './read-trace.ts';
import { tracePage } from './trace-page.ts';

const USAGE = `Usage
  tintype trace open <file.zip> [-o <page.html>]

Shows what --trace wrote: stages, images of the load, requests, console and messages of the browser, as one page that loads nothing. Without -o it lies in a temporary folder, and is opened in a browser when this is a terminal.`;

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
    throw new UsageError('Give open and one file: tintype trace open trace.zip');
  }
  const page = tracePage(readTrace(await readNamedFile(file, file)), basename(file));
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

/** The path was printed: a machine without a browser is no failure. */
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

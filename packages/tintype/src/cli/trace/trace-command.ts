import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { readTrace } from '@tintype/contract/trace';
import { UsageError, type CliContext } from '../cli-context.ts';
import { HELP_FLAG } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { openFile } from '../output/open-file.ts';
import { readNamedFile } from '../render/read-named-file.ts';
import { tracePage } from './trace-page.ts';

const USAGE = `Usage
  tintype trace open <file.zip> [-o <page.html>]

Shows the file of --trace as one page that loads nothing: stages, images of the load, requests, console and messages of the browser. Without -o the page is written to a temporary folder and, in a terminal, opened in a browser.`;

const FLAGS: readonly Flag[] = [
  ...inGroup('Output', {
    output: ['<page.html>', 'File for the page, replaced if it exists.', { short: 'o' }],
  }),
  HELP_FLAG,
];

const limits = { maxRows: 5_000, maxFrames: 400, maxChars: Infinity, hasMessages: true };

export const traceCommand = createCommand({ usage: USAGE, flags: FLAGS, execute });

async function execute({ positionals, last }: ParsedFlags, context: CliContext): Promise<void> {
  const { stdout } = context;
  const [action, file, ...more] = positionals;
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
  // The path is printed, and a machine may have no browser: a problem is ignored.
  if (output === undefined && stdout.isTTY === true) {
    await openFile(target, context.environment.variables);
  }
}

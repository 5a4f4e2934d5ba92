import { access, constants, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import {
  findBrowser,
  findFullChrome,
  type FoundBrowser,
  type BrowserWindowOptions,
} from '@tintype/chrome';
import { RenderError } from '@tintype/contract';
import type { Environment } from '../../environment.ts';
import { cacheDirFor, sandboxFor } from '../../part-options.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { browserOptions } from '../flags/browser-options.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { failureMessage } from '../output/failure-message.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { makeFolder } from '../output/make-folder.ts';
import { readTarget, type Target } from '../render/target.ts';

/** A command that opens a window, in messages. */
interface WindowCommand {
  name: string;
  /** Purpose of its page: `log in to`. */
  verb: string;
  output: string;
}

/** Reads the page that a window opens with. */
export function readPage(
  [typed, extra]: readonly string[],
  { name, verb, output }: WindowCommand,
): Extract<Target, { from: 'url' }> {
  const usage = `tintype ${name} <url> -o ${output}`;
  if (typed === undefined) throw new UsageError(`Name the page to ${verb}: ${usage}`);
  if (extra !== undefined) {
    throw new UsageError(`tintype ${name} takes one URL; got "${extra}" as well.`);
  }
  const target = readTarget(typed);
  if (target.from !== 'url') throw new UsageError(`${typed} is no web page to ${verb}: ${usage}`);
  return target;
}

/** @throws Error if no window can be shown, with what to do */
export function requireDisplay(command: string, { variables }: Environment): void {
  if (process.platform === 'darwin' || process.platform === 'win32') return;
  if (variables['DISPLAY'] || variables['WAYLAND_DISPLAY']) return;
  throw new Error(
    `There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). Run tintype ${command} on a computer with a screen and copy the file, ` +
      'or connect with ssh -X. On a server: start Xvfb and a VNC server, and set DISPLAY.',
  );
}

/** Returns how to start the browser of a window. */
export async function windowOptions(
  parsed: ParsedFlags,
  environment: Environment,
): Promise<Omit<BrowserWindowOptions, 'url'>> {
  const { chrome = {} } = browserOptions(parsed);
  const cacheDir = cacheDirFor(undefined, environment);
  const env = environment.variables;
  const executablePath = chrome.executablePath ?? environment.chromePath;
  const browser = await browserWithWindows({ cacheDir, env, executablePath });
  return { browser, cacheDir, env, sandbox: sandboxFor(chrome.sandbox, environment) };
}

/** Resolves on Enter and on Ctrl-C. The end of a non-interactive stdin is ignored. */
export function enterPressed(stdin: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stdin.on('data', (chunk: Buffer) => chunk.includes('\n') && resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Finds a browser with windows: a headless shell has none. */
async function browserWithWindows(options: {
  cacheDir: string;
  env: Environment['variables'];
  executablePath: string | undefined;
}): Promise<FoundBrowser> {
  const { executablePath } = options;
  const browser = executablePath
    ? await findBrowser({ ...options, homedir: homedir() })
    : await findFullChrome();
  if (browser?.flavour === 'chrome') return browser;
  throw new RenderError(
    'browser_unavailable',
    executablePath
      ? `${executablePath} is a headless shell, which has no windows. Name Chrome or Chromium with --chrome-path.`
      : 'A window needs Chrome or Chromium, and none was found. Install one, or name it with --chrome-path.',
  );
}

/**
 * Checks that the file of a command can be written, and creates its folder: a person would do the work
 * in vain.
 * @throws UsageError
 */
export async function checkOutput(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder: -o takes a file.`);
  try {
    await makeFolder(dirname(file));
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${failureMessage(error)}`);
  }
}

/** Writes the file of a command. `mode` limits who may read it. */
export async function writeOutput(
  file: string,
  text: string,
  { onExit }: CliContext,
  mode?: number,
): Promise<void> {
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  try {
    await writer.replace(file, Buffer.from(text), mode);
  } catch (error) {
    throw new Error(`${file} was not written: ${failureMessage(error)}`, { cause: error });
  }
}

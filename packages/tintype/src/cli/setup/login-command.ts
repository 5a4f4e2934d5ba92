import type { Readable } from 'node:stream';
import { homedir } from 'node:os';
import { findBrowser, findFullChrome, openLoginWindow, type FoundBrowser } from '@tintype/chrome';
import { RenderError, storageState } from '@tintype/contract';
import type { Environment } from '../../environment.ts';
import { cacheDirFor, sandboxFor } from '../../part-options.ts';
import { browserOptions } from '../flags/browser-options.ts';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { BROWSER_FLAGS, HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { createFileWriter } from '../output/file-writer.ts';
import { failureMessage } from '../output/failure-message.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { readTarget, type Target } from '../render/target.ts';
import { stateText } from './state-text.ts';
import { fitted, formatBytes, oneLine, paint } from '../output/terminal.ts';

const USAGE = `Usage
  tintype login <url> -o <state.json>
  tintype login <url> --steps <login.json> -o <state.json>
  tintype login <url> [--steps <login.json>] --session <name>

Opens the page in a browser window. Log in there, then close the window, or press Enter in the terminal: cookies and storage
are written to the file, which only you may read. tintype screenshot <url> --storage-state state.json then renders as you.

With --steps it does the steps of a file instead, without a window: see docs/steps.md.

With --session the state is stored as a session, which renders use and keep up to date: see docs/sessions.md.`;

export const LOGIN_FLAGS: readonly Flag[] = [
  ...inGroup('Output', {
    output: [
      '<state.json>',
      'File for the state, replaced if it exists; - is stdout.',
      { short: 'o' },
    ],
  }),
  ...inGroup('Login', {
    session: [
      '<name>',
      'Store the state as this session instead of a file, with the steps, to log in again when it has expired.',
    ],
    steps: ['<file>', 'Steps that log in, as JSON or YAML: no window is opened.'],
    secrets: ['<file>', 'Values for {{name}} in steps, as a JSON object.'],
    allow: [
      '<host | host:port | CIDR>',
      'A private host that the steps may reach; can be repeated. The host of the page is always allowed.',
      { isList: true },
    ],
  }),
  ...BROWSER_FLAGS,
  VERBOSE_FLAG,
  QUIET_FLAG,
  HELP_FLAG,
];

/** `tintype login`: opens a browser for a login, and stores the resulting cookies and storage. */
export const loginCommand = createCommand({ usage: USAGE, flags: LOGIN_FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const hasSteps = parsed.last('steps') !== undefined;
  const target = readPage(parsed.positionals);
  const session = parsed.last('session');
  if (session !== undefined) refuseOutput(parsed);
  const file = session === undefined ? readOutput(parsed.last('output'), target.url) : '-';
  if (!hasSteps) requireDisplay(context.environment);
  const say = (text: string) => {
    if (!parsed.isOn('quiet')) context.stderr.write(`${fitted(text, context.stderr)}\n`);
  };
  const warn = (warning: string) =>
    say(`${paint('yellow', 'warning:', context.stderr)} ${oneLine(warning)}`);
  const stateByHand = () => stateOf(target.url, parsed, context, { say, warn });
  if (session !== undefined) {
    const { loginToSession } = await import('./login-to-session.ts');
    const plan = { name: session, target, stateByHand };
    const warnings = await loginToSession(plan, parsed, context);
    if (warnings === undefined) return EXIT.failed;
    warnings.forEach(warn);
    say(
      `${paint('green', session, context.stderr)}  tintype screenshot ${target.url} --session ${session}`,
    );
    return EXIT.done;
  }
  const text = hasSteps ? await stateBySteps(target, parsed, context, warn) : await stateByHand();
  if (text === undefined) return EXIT.failed;
  if (file === '-') context.stdout.write(text);
  else await write(file, text, context);
  const { cookies, origins } = JSON.parse(text) as { cookies: unknown[]; origins: unknown[] };
  const what = `cookies: ${cookies.length}, sites with storage: ${origins.length}`;
  const place = paint('green', file === '-' ? 'stdout' : file, context.stderr);
  say(`${place}  ${formatBytes(Buffer.byteLength(text))}, ${what}`);
  const problem = storageState(text);
  if (typeof problem !== 'string') return EXIT.done;
  throw new Error(`${file} was written, but it is more than storage_state takes: ${problem}.`);
}

function readPage([typed, extra]: readonly string[]): Extract<Target, { from: 'url' }> {
  const usage = 'tintype login <url> -o state.json';
  if (typed === undefined) throw new UsageError(`Name the page to log in to: ${usage}`);
  if (extra !== undefined)
    throw new UsageError(`tintype login takes one URL; got "${extra}" as well.`);
  const target = readTarget(typed);
  if (target.from !== 'url') throw new UsageError(`${typed} is no web page to log in to: ${usage}`);
  return target;
}

function readOutput(output: string | undefined, url: string): string {
  if (output) return output;
  throw new UsageError(
    `Name the file to write, or the session: tintype login ${url} -o state.json`,
  );
}

function refuseOutput(parsed: ParsedFlags): void {
  if (parsed.last('output') === undefined) return;
  throw new UsageError(
    '--output and --session cannot be given together. tintype sessions export writes the file of a session.',
  );
}

function requireDisplay({ variables }: Environment): void {
  if (process.platform === 'darwin' || process.platform === 'win32') return;
  if (variables['DISPLAY'] || variables['WAYLAND_DISPLAY']) return;
  throw new Error(
    'There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). Run tintype login on a computer with a screen and copy the file, ' +
      'or connect with ssh -X. On a server: start Xvfb and a VNC server, and set DISPLAY.',
  );
}

async function stateBySteps(
  target: Extract<Target, { from: 'url' }>,
  parsed: ParsedFlags,
  context: CliContext,
  warn: (warning: string) => void,
): Promise<string> {
  const { loginBySteps } = await import('./login-by-steps.ts');
  const { state, warnings } = await loginBySteps(target, parsed, context);
  warnings.forEach(warn);
  return stateText(state);
}

/** Returns the state as JSON, or undefined after Ctrl-C. */
async function stateOf(
  url: string,
  parsed: ParsedFlags,
  { environment, stdin, signal }: CliContext,
  { say, warn }: Record<'say' | 'warn', (text: string) => void>,
): Promise<string | undefined> {
  const { chrome = {} } = browserOptions(parsed);
  const cacheDir = cacheDirFor(undefined, environment);
  const env = environment.variables;
  const executablePath = chrome.executablePath ?? environment.chromePath;
  const browser = await browserWithWindows({ cacheDir, env, executablePath });
  const sandbox = sandboxFor(chrome.sandbox, environment);
  const window = await openLoginWindow({ url, browser, cacheDir, env, sandbox });
  try {
    window.warnings.forEach(warn);
    say('Log in in the window that opened. Then close it, or press Enter here.');
    await Promise.race([window.closed, enterPressed(stdin, signal)]);
    if (signal.aborted) return undefined;
    const { state, missing } = await window.storageState();
    for (const part of missing) warn(`The storage state lacks ${part}.`);
    return stateText(state);
  } finally {
    stdin.pause();
    await window.end();
  }
}

/** Resolves on Enter and on Ctrl-C. The end of a non-interactive stdin is ignored. */
function enterPressed(stdin: Readable, signal: AbortSignal): Promise<void> {
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
      : 'Logging in needs Chrome or Chromium with its windows, and none was found. Install one, or name it with --chrome-path.',
  );
}

async function write(file: string, text: string, { onExit }: CliContext): Promise<void> {
  const writer = createFileWriter();
  onExit(() => writer.cleanUp());
  try {
    await writer.replace(file, Buffer.from(text), 0o600);
  } catch (error) {
    throw new Error(`${file} was not written: ${failureMessage(error)}`, { cause: error });
  }
}

import { openLoginWindow } from '@tintype/chrome';
import { storageState } from '@tintype/contract';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { BROWSER_FLAGS, HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import type { Target } from '../render/target.ts';
import {
  enterPressed,
  readPage,
  requireDisplay,
  windowOptions,
  writeOutput,
} from './browser-window.ts';
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

const LOGIN = { name: 'login', verb: 'log in to', output: 'state.json' };

/** `tintype login`: opens a browser for a login, and stores the resulting cookies and storage. */
export const loginCommand = createCommand({ usage: USAGE, flags: LOGIN_FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const hasSteps = parsed.last('steps') !== undefined;
  const target = readPage(parsed.positionals, LOGIN);
  const session = parsed.last('session');
  if (session !== undefined) refuseOutput(parsed);
  const file = session === undefined ? readOutput(parsed.last('output'), target.url) : '-';
  if (!hasSteps) requireDisplay('login', context.environment);
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
  else await writeOutput(file, text, context, 0o600);
  const { cookies, origins } = JSON.parse(text) as { cookies: unknown[]; origins: unknown[] };
  const what = `cookies: ${cookies.length}, sites with storage: ${origins.length}`;
  const place = paint('green', file === '-' ? 'stdout' : file, context.stderr);
  say(`${place}  ${formatBytes(Buffer.byteLength(text))}, ${what}`);
  const problem = storageState(text);
  if (typeof problem !== 'string') return EXIT.done;
  throw new Error(`${file} was written, but it is more than storage_state takes: ${problem}.`);
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
  const window = await openLoginWindow({ url, ...(await windowOptions(parsed, environment)) });
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

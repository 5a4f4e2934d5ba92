import type { RecordedStep, RecordWindow } from '@tintype/chrome/record';
import { maxSteps, maxStepsLength, readSteps } from '@tintype/contract';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import { BROWSER_FLAGS, HELP_FLAG, QUIET_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import { createCommand } from '../flags/create-command.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { shellWord } from '../output/shell-word.ts';
import { fitted, formatBytes, oneLine, paint } from '../output/terminal.ts';
import {
  checkOutput,
  enterPressed,
  readPage,
  requireDisplay,
  windowOptions,
  writeOutput,
} from './browser-window.ts';
import { createStepLog } from './step-log.ts';

const USAGE = `Usage
  tintype record <url> [-o <steps.json | steps.yaml | ->]

Opens the page in a browser window and records what you do there as steps, in the format of the Recorder of Chrome's DevTools.
It ends when you close the window, or press Enter or Ctrl-C in the terminal.
tintype screenshot <url> --steps steps.json then does the same steps.

Passwords and one-time codes are not written: {{password}} is in their place. See docs/steps.md.`;

export const RECORD_FLAGS: readonly Flag[] = [
  ...inGroup('Output', {
    output: [
      '<steps.json>',
      'File for the steps, replaced if it exists; .yaml writes YAML. - is stdout, the default.',
      { short: 'o' },
    ],
  }),
  ...inGroup('Recording', {
    timeout: ['<seconds>', 'End the recording after this time; by default it has no limit.'],
  }),
  ...BROWSER_FLAGS,
  VERBOSE_FLAG,
  QUIET_FLAG,
  HELP_FLAG,
];

/** Number of steps of a recording without any action: its viewport and its page. */
const emptyLength = 2;

/** Characters for the title around the steps. */
const titleLength = 1000;

const RECORD = { name: 'record', verb: 'record', output: 'steps.json' };

/** `tintype record`: opens a browser, and writes what a person does in it as steps. */
export const recordCommand = createCommand({ usage: USAGE, flags: RECORD_FLAGS, execute });

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const { url } = readPage(parsed.positionals, RECORD);
  const file = parsed.last('output') ?? '-';
  const timeoutMs = readTimeout(parsed.last('timeout'));
  requireDisplay('record', context.environment);
  if (file !== '-') await checkOutput(file);
  // In one line, to be pasted.
  const write = (text: string) => {
    if (!parsed.isOn('quiet')) context.stderr.write(`${text}\n`);
  };
  const say = (text: string) => write(fitted(text, context.stderr));
  const { steps, secrets } = await record(url, { timeoutMs, say }, parsed, context);
  const recording = { title: `Recording of ${new URL(url).host}`, steps };
  const text = await textOf(recording, file);
  if (steps.length <= emptyLength) {
    throw new Error(`Nothing was recorded${file === '-' ? '' : `: ${file} was not written`}.`);
  }
  if (file === '-') context.stdout.write(text);
  else {
    try {
      await writeOutput(file, text, context, 0o600);
    } catch (error) {
      context.stdout.write(text);
      throw error;
    }
  }
  const place = paint('green', file === '-' ? 'stdout' : file, context.stderr);
  say(`${place}  ${formatBytes(Buffer.byteLength(text))}, steps: ${steps.length}`);
  const name = file === '-' ? 'steps.json' : file;
  const values = secrets.map((secret) => `"${secret}": "..."`).join(', ');
  if (secrets.length > 0) write(`Secrets were not recorded. Write secrets.json: {${values}}`);
  const more = secrets.length > 0 ? ' --secrets secrets.json' : '';
  const page = steps.find((step) => step.type === 'navigate')?.url ?? url;
  write(`Replay: tintype screenshot ${shellWord(page)} --steps ${shellWord(name)}${more}`);
  const problem = readSteps(JSON.stringify(recording, undefined, 2));
  if (typeof problem !== 'string') return EXIT.done;
  throw new Error(
    `${file === '-' ? 'The recording' : file} was written, but the steps cannot be replayed: ${problem}.`,
  );
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(
    `--timeout must be a number of seconds above 0, at most 86400; got "${text}".`,
  );
}

async function record(
  url: string,
  { timeoutMs, say }: { timeoutMs: number | undefined; say: (text: string) => void },
  parsed: ParsedFlags,
  { environment, stdin, signal, stderr, endInOrder }: CliContext,
): Promise<{ steps: readonly RecordedStep[]; secrets: readonly string[] }> {
  const { openRecordWindow } = await import('@tintype/chrome/record');
  const log = createStepLog((line) => say(`  ${line}`));
  const note = (text: string) => say(`${paint('yellow', 'note:', stderr)} ${oneLine(text)}`);
  const browser = await windowOptions(parsed, environment);
  const hooks = {
    maxSteps,
    maxLength: maxStepsLength - titleLength,
    onChange: log.update,
    onNote: note,
  };
  const window = await openRecordWindow({ url, ...browser, ...hooks });
  let timer: NodeJS.Timeout | undefined;
  try {
    for (const warning of window.warnings) note(warning);
    say('Recording what you do in the window that opened. Then close it, or press Enter here.');
    // Ctrl-C ends the recording, which is then written.
    endInOrder();
    const timedOut = new Promise<void>((resolve) => {
      if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([window.closed, enterPressed(stdin, signal), timedOut]);
    return finished(window, log.end);
  } finally {
    clearTimeout(timer);
    stdin.pause();
    await window.end();
  }
}

function finished(
  { recording }: RecordWindow,
  end: (steps: readonly RecordedStep[]) => void,
): { steps: readonly RecordedStep[]; secrets: readonly string[] } {
  const { steps, secrets } = recording;
  end(steps);
  return { steps, secrets };
}

async function textOf(recording: object, file: string): Promise<string> {
  if (!/\.ya?ml$/i.test(file)) return `${JSON.stringify(recording, undefined, 2)}\n`;
  return (await import('yaml')).stringify(recording);
}

import type { Renderer } from '@tintype/core';
import type { DoctorCheck } from '@tintype/contract/wire';
import { composeRenderer } from '../../composition-root.ts';
import { cacheDirFor, sandboxFor } from '../../part-options.ts';
import { startEarly } from '../../start-early.ts';
import { browserOptions, checkBrowsers } from '../flags/browser-options.ts';
import { EXIT, type CliContext } from '../cli-context.ts';
import {
  BROWSER_FLAGS,
  HELP_FLAG,
  JSON_FLAG,
  REMOTE_FLAG,
  VERBOSE_FLAG,
} from '../flags/command-flags.ts';
import {
  checkBrowser,
  checkCache,
  checkFonts,
  checkNode,
  checkControlGroup,
  checkSharedMemory,
} from './doctor-checks.ts';
import { checkRemotes } from './check-remotes.ts';
import { checkVideo } from './doctor-video.ts';
import { failureMessage } from '../output/failure-message.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { columnsOf, formatBytes, formatMs, paint, wrap, type Output } from '../output/terminal.ts';

const USAGE = `Usage
  tintype doctor [--json]

Says what Tintype will use, renders a test page, and shows what is missing with what fixes it.`;

const FLAGS = [JSON_FLAG, VERBOSE_FLAG, HELP_FLAG, ...BROWSER_FLAGS, REMOTE_FLAG];

/** `tintype doctor`: exit code 0 when screenshots can be taken. */
export const doctorCommand = createCommand({
  usage: USAGE,
  flags: FLAGS,
  takesFlagsOnly: 'doctor',
  execute,
});

async function execute(parsed: ParsedFlags, context: CliContext): Promise<number> {
  const isJson = parsed.isOn('json');
  const { environment, stdout } = context;
  const browser = browserOptions(parsed);
  const remotes = await checkBrowsers(browser, environment);
  const executablePath = browser.chrome?.executablePath ?? environment.chromePath;
  const options = {
    environment,
    cacheDir: cacheDirFor(undefined, environment),
    sandbox: sandboxFor(browser.chrome?.sandbox, environment),
    ...(executablePath === undefined ? {} : { executablePath }),
  };
  const checks: DoctorCheck[] = [];
  const show = (...more: DoctorCheck[]) => {
    checks.push(...more);
    if (!isJson) for (const check of more) stdout.write(formatCheck(check, stdout));
  };
  show(checkNode());
  if (remotes) {
    show(...(await checkRemotes(remotes, environment)));
  } else {
    show(...(await checkBrowser(options)));
    show(await checkFonts(options));
  }
  if (checks.every(({ state }) => state !== 'missing')) {
    const engine = { ...browser, concurrency: 1, spares: 0 };
    const running = await startEarly(engine, environment);
    const renderer = composeRenderer(engine, environment, running);
    try {
      show(await checkPage(renderer, context), await checkEncoder(renderer, context));
      show(await checkVideo(running.source, environment));
    } finally {
      await renderer.stop();
    }
  }
  show(await checkCache(options));
  if (!remotes) show(...(await checkSharedMemory()), ...checkControlGroup(environment));
  const isWell = checks.every(({ state }) => state !== 'missing');
  if (isJson) stdout.write(`${JSON.stringify({ ok: isWell, checks }, undefined, 2)}\n`);
  return isWell ? EXIT.done : EXIT.failed;
}

const TEST_PAGE = '<!doctype html><title>Tintype</title><body style="background:#b3582a">';

async function checkPage(renderer: Renderer, { signal }: CliContext): Promise<DoctorCheck> {
  const name = 'Test page';
  const startMs = performance.now();
  try {
    const request = { kind: 'screenshot', html: TEST_PAGE } as const;
    const { body } = await renderer.render(request, { signal });
    const startedMs = performance.now();
    await renderer.render(request, { signal });
    const first = formatMs(startedMs - startMs);
    const next = formatMs(performance.now() - startedMs);
    const text = `${formatBytes(body.byteLength)} in ${first} with the start of the browser, the next in ${next}`;
    return { name, state: 'ok', text };
  } catch (error) {
    return { name, state: 'missing', text: failureMessage(error) };
  }
}

/** Gif and thumbnails are made by sharp; the other formats by the browser itself. */
async function checkEncoder(renderer: Renderer, { signal }: CliContext): Promise<DoctorCheck> {
  const name = 'Encoder';
  try {
    const request = {
      kind: 'screenshot',
      html: TEST_PAGE,
      format: 'gif',
      image_width: 64,
    } as const;
    await renderer.render(request, { signal });
    return {
      name,
      state: 'ok',
      text: 'jpeg, png and webp by the browser, gif and thumbnails by sharp',
    };
  } catch (error) {
    return {
      name,
      state: 'missing',
      text: `gif and thumbnails do not work: ${failureMessage(error)}`,
      fix: 'npm install --include=optional sharp',
    };
  }
}

const NAME_COLUMN = 15;
const STATE_COLUMN = 9;
const COLOURS = { ok: 'green', warning: 'yellow', missing: 'red' } as const;

function formatCheck({ name, state, text, fix }: DoctorCheck, output: Output): string {
  const column = NAME_COLUMN + STATE_COLUMN;
  const width = columnsOf(output) - column;
  const [first = '', ...more] = wrap(text, width);
  const label = paint(COLOURS[state], state.padEnd(STATE_COLUMN), output);
  const indent = ' '.repeat(column);
  // One line, however long: it is there to be copied.
  const lines = [...more, ...(fix === undefined ? [] : [`fix: ${fix}`])];
  return [name.padEnd(NAME_COLUMN) + label + first, ...lines.map((line) => indent + line), ''].join(
    '\n',
  );
}

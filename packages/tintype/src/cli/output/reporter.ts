import { RenderError, wallNames } from '@tintype/contract';
import type { RenderProgress, RenderResult } from '@tintype/core';
import { failureMessage } from './failure-message.ts';
import type { FramesBar } from './frames-bar.ts';
import type { ProgressBar } from './progress-bar.ts';
import { fitted, formatBytes, formatMs, oneLine, paint, type Output } from './terminal.ts';

// An `import` of node:http reads all its exports, and with them loads undici: 30 ms of each start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');
// See `parse-flags.ts`.
const { inspect } = process.getBuiltinModule('node:util');

export interface ReporterOptions {
  stderr: Output;
  /** Destination of `--json`; absent without it. */
  json?: Output;
  verbose: boolean;
  quiet: boolean;
  /** Number of pages. If there are several, each line names its page. */
  count: number;
  /** Noun for the results: `images`. */
  nouns: string;
  bar?: ProgressBar | FramesBar;
}

export interface Written {
  /** The argument as typed. */
  typed: string;
  /** `-` for stdout. */
  file: string;
  result: RenderResult;
  durationMs: number;
  /** Names of the requested metadata. */
  asked: ReadonlySet<string>;
}

/** Reports the outcome of each page, for people or for programs. */
export interface Reporter {
  written(done: Written): void;
  /** @param file - the file that was not made, for a page with several */
  failed(typed: string, error: unknown, file?: string): void;
  warn(message: string): void;
  /** Returns a function that receives the progress of one render, if it is displayed. */
  follow(): ((progress: RenderProgress) => void) | undefined;
  /** The last line, for several pages. */
  summary(done: number, failed: number, durationMs: number): void;
}

export function createReporter(options: ReporterOptions): Reporter {
  const { stderr, json, verbose, quiet, count, nouns, bar } = options;
  const say = (line: string) => (bar ? bar.log(line) : stderr.write(`${line}\n`));
  const prefix = (typed: string) => (count > 1 ? `${oneLine(typed)}: ` : '');
  const warn = (message: string) => {
    if (!quiet) say(labelled('yellow', 'warning:', oneLine(message), stderr));
  };

  return {
    warn,

    follow: () => (bar && 'follow' in bar ? bar.follow() : undefined),

    written(done) {
      bar?.advance();
      for (const warning of [...verdicts(done.result), ...done.result.warnings]) {
        warn(prefix(done.typed) + warning);
      }
      if (json) json.write(`${JSON.stringify(recordOf(done))}\n`);
      if (quiet || json || (done.file === '-' && !verbose)) return;
      say(describe(done, stderr));
      for (const line of metadataLines(done)) say(`  ${line}`);
      if (verbose) for (const line of timingLines(done.result)) say(`  ${line}`);
    },

    failed(typed, error, file) {
      bar?.advance();
      const line = `${prefix(file ?? typed)}${failureMessage(error)}`;
      say(labelled('red', 'tintype:', line, stderr));
      if (verbose) say(inspect(error));
      if (json)
        json.write(
          `${JSON.stringify({ target: typed, ...(file && { file }), error: errorJson(error) })}\n`,
        );
    },

    summary(done, failed, durationMs) {
      bar?.stop();
      if (quiet || count < 2) return;
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      say(`${done} of ${count} ${nouns}${failures}, ${formatMs(durationMs)}`);
    },
  };
}

/** Warns of a page that is an error page or a wall: it is seldom the requested one. */
export function verdicts({
  metadata: { status = 0 },
  receipt: { wall, blank },
}: RenderResult): string[] {
  const name = STATUS_CODES[status];
  const said = name === undefined ? `${status}` : `${status} (${name})`;
  const seen = wall && `${wallNames[wall.kind]} (${wall.evidence.join(', ')})`;
  return [
    ...(status >= 400
      ? [`The page answered ${said}. With --fail-on-status 400-599 that is an error.`]
      : []),
    ...(seen ? [`The page seems to be ${seen}. With --fail-on blocked that is an error.`] : []),
    ...(blank ? ['The page is blank. With --fail-on blank that is an error.'] : []),
  ];
}

/** Returns a message after a coloured word, wrapped to the terminal. */
function labelled(colour: 'red' | 'yellow', label: string, text: string, output: Output): string {
  return paint(colour, label, output) + fitted(`${label} ${text}`, output).slice(label.length);
}

function describe(written: Written, output: Output): string {
  const { result, file, durationMs } = written;
  const { imageSize } = result.metadata;
  const size = imageSize === undefined ? [] : [`${imageSize.width} x ${imageSize.height} px`];
  const parts = [...size, formatBytes(result.body.byteLength), formatMs(durationMs)].join(', ');
  return `${paint('green', oneLine(file), output)}  ${parts}`;
}

function metadataLines({ result, asked }: Written): string[] {
  return Object.entries(result.metadata)
    .filter(([name, value]) => asked.has(name) && value !== undefined)
    .map(([name, value]) =>
      oneLine(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`),
    );
}

function timingLines(result: RenderResult): string[] {
  return result.timings.map(
    ({ stage, startMs, durationMs }) =>
      `${stage.padEnd(10)} ${durationMs.toFixed(0).padStart(6)} ms  from ${startMs.toFixed(0)} ms`,
  );
}

function recordOf({ typed, file, result, durationMs }: Written): Record<string, unknown> {
  return {
    target: typed,
    file: file === '-' ? null : file,
    url: result.url,
    mediaType: result.mediaType,
    bytes: result.body.byteLength,
    durationMs: Math.round(durationMs),
    metadata: result.metadata,
    receipt: result.receipt,
    timings: result.timings,
    warnings: result.warnings,
  };
}

function errorJson(error: unknown): Record<string, unknown> {
  if (!(error instanceof RenderError)) return { code: 'failed', message: failureMessage(error) };
  const { code, message, stage, retryable } = error;
  return { code, message, ...(stage === undefined ? {} : { stage }), retryable };
}

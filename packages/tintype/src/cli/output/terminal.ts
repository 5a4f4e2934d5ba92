import type { Writable } from 'node:stream';

// See `parse-flags.ts`.
const { styleText, stripVTControlCharacters } = process.getBuiltinModule('node:util');

/** An output stream. A terminal has a width. */
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** Width without a terminal, for example in a pipe. */
const DEFAULT_COLUMNS = 80;

/** Maximum width: longer lines are hard to read. */
const MAX_COLUMNS = 110;

/** Returns the number of characters per line. */
export function columnsOf(output: Output): number {
  // A terminal without a known width reports 0.
  return Math.max(40, Math.min(output.columns || DEFAULT_COLUMNS, MAX_COLUMNS));
}

/** Colours text if the stream is a terminal and NO_COLOR is not set. */
export function paint(
  style: 'bold' | 'dim' | 'red' | 'green' | 'yellow',
  text: string,
  output: Output,
): string {
  return styleText(style, text, { stream: output });
}

/** Returns untrusted text in one line, without control characters that a terminal would execute. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Breaks text into lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Wraps a message on a terminal, and leaves it in one line for programs. */
export function fitted(message: string, output: Output): string {
  if (output.isTTY !== true || message.length <= columnsOf(output)) return message;
  const [first = '', ...rest] = wrap(message, columnsOf(output) - INDENT.length);
  return [first, ...rest.map((line) => INDENT + line)].join('\n');
}

const INDENT = '  ';

/** Formats a size: `402 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Formats a duration: `0.43 s`. */
export function formatMs(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(2)} s`;
}

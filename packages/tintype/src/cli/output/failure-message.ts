import { errorHint, RenderError } from '@tintype/contract';
import { oneLine } from './terminal.ts';
import { UsageError } from '../cli-context.ts';

/** Returns true if a retry needs other arguments: exit code 2. */
export function isWrongUse(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof RenderError && error.status === 400);
}

/** Returns a failure in one line, with advice. */
export function failureMessage(error: unknown): string {
  if (error instanceof RenderError) {
    return oneLine(`${sentence(error.message)} ${errorHint(error.code, 'cli')}`.trimEnd());
  }
  if (error instanceof UsageError) return oneLine(error.message);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return 'stdout was closed before everything was written.';
  if (code === undefined) return oneLine(String(message ?? error));
  const known = SYSTEM_ERRORS[code];
  return oneLine(known ? `${known[0]} ${known[1]} with -o.` : message);
}

/** Returns why a file could not be written or read, without advice. */
export function fileProblem(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return oneLine(SYSTEM_ERRORS[code]?.[0] ?? String(message ?? error));
}

/** Explanations of common file system errors, and advice. */
const SYSTEM_ERRORS: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  EACCES: ['This user may not write there.', 'Choose another place'],
  EPERM: ['This user may not write there.', 'Choose another place'],
  EROFS: ['The file system is read-only.', 'Choose another place'],
  ENOSPC: ['No space is left on the disk.', 'Free some, or choose another place'],
  EISDIR: ['A folder of this name exists.', 'Choose another name'],
  EEXIST: ['A file with the name of the folder exists.', 'Choose another place'],
  ENOTDIR: ['A file with the name of the folder exists.', 'Choose another place'],
  ENAMETOOLONG: ['The file name is too long.', 'Choose a shorter one'],
};

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

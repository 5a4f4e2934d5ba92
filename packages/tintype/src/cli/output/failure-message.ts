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
  return oneLine(`${SYSTEM_ERRORS[code] ?? message}`);
}

/** Explanations of common file system errors. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'This user may not write there. Choose another place with -o.',
  EPERM: 'This user may not write there. Choose another place with -o.',
  EROFS: 'The file system is read-only. Choose another place with -o.',
  ENOSPC: 'No space is left on the disk. Free some, or choose another place with -o.',
  EISDIR: 'A folder of this name exists. Choose another name with -o.',
  EEXIST: 'A file with the name of the folder exists. Choose another place with -o.',
  ENOTDIR: 'A file with the name of the folder exists. Choose another place with -o.',
  ENAMETOOLONG: 'The file name is too long. Choose a shorter one with -o.',
};

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

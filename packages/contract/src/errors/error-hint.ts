import { errorTable, type ErrorCode, type ErrorInfo } from './error-table.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { flagName } from '../project/parameter-list.ts';
import { parameterNames } from '../request/request-schemas.ts';

/** The interface of the caller: code, command line, HTTP. */
export type Face = 'library' | 'cli' | 'http';

/**
 * Returns what the person who asked can do about an error, in the words of the way they asked: a
 * flag on the command line is an option in code. Empty if the message of the error contains it.
 *
 * @example
 * errorHint('timeout', 'cli'); // 'Raise --timeout, or ...'
 */
export function errorHint(code: ErrorCode, face: Face): string {
  const { hint, hints = {}, isAdviceInMessage }: ErrorInfo = errorTable[code];
  if (isAdviceInMessage) return '';
  const said = (face === 'library' ? undefined : hints[face]) ?? hint;
  return face === 'cli' ? withFlags(said) : said;
}

/**
 * Writes names of parameters as flags. Names that are words of the language too are left to
 * `hints`.
 */
function withFlags(text: string): string {
  const names = new Set([...builtInKinds].flatMap(parameterNames));
  return text.replace(/(?<![\w-])[a-z]+(?:_[a-z]+)+(?![\w-])/g, (name) =>
    names.has(name) ? `--${flagName(name)}` : name,
  );
}

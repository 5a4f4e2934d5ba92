import { errorTable, type ErrorCode, type ErrorInfo } from './error-table.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { flagName } from '../project/parameter-list.ts';
import { parameterNames } from '../request/request-schemas.ts';

/** The interface of the caller: code, command line, HTTP. */
export type Face = 'library' | 'cli' | 'http';

/**
 * Returns advice about an error, in the terms of an interface: `Raise --timeout, or ...` on the
 * command line. Empty if the message of the error contains the advice.
 */
export function errorHint(code: ErrorCode, face: Face): string {
  const { hint, hints = {}, isAdviceInMessage }: ErrorInfo = errorTable[code];
  if (isAdviceInMessage) return '';
  const text = (face === 'library' ? undefined : hints[face]) ?? hint;
  return face === 'cli' ? withFlags(text) : text;
}

/** Writes parameters as flags. Names that are also English words are left to `hints`. */
function withFlags(text: string): string {
  const names = new Set([...builtInKinds].flatMap(parameterNames));
  return text.replace(/(?<![\w-])[a-z]+(?:_[a-z]+)+(?![\w-])/g, (name) =>
    names.has(name) ? `--${flagName(name)}` : name,
  );
}

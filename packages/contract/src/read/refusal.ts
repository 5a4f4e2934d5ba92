import type { ErrorCode } from '../errors/error-table.ts';
import { RenderError } from '../errors/render-error.ts';

/** The problem of one parameter, and its code. */
export interface Problem {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/**
 * Finding the nearest name takes time, and a request can hold thousands of unknown ones: reading
 * stops here.
 */
export const maxUnknown = 20;

/** Maximum number of problems in a message, and in `details`. */
const maxToldProblems = 3;
const maxDetails = 50;

/**
 * The error for all problems; its code is that of the first.
 * @param isAll true if everything was checked
 */
export function refusal(problems: readonly Problem[], isAll = true): RenderError {
  const [first] = problems;
  const told = problems.slice(0, maxToldProblems).map(({ message }) => message);
  const more = problems.length - told.length;
  if (more > 0) told.push(`And ${more} more.`);
  if (!isAll) told.push(`Reading stopped after ${maxUnknown} unknown names.`);
  return new RenderError(first?.code ?? 'invalid_parameter', told.join(' '), {
    details: problems
      .slice(0, maxDetails)
      .map(({ parameter, message }) => ({ parameter, message })),
  });
}

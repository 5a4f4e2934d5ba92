import type { ErrorCode } from '../errors/error-table.ts';
import { RenderError } from '../errors/render-error.ts';

/** What is wrong with one parameter, and under which code. */
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

/** How many problems a message tells, and how many `details` has. */
const maxToldProblems = 3;
const maxDetails = 50;

/**
 * The error for all that is wrong; its code is that of the first problem.
 * @param isAll whether everything was looked at
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

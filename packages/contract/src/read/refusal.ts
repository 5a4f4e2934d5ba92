import type { ErrorCode } from '../errors/error-table.ts';
import { RenderError } from '../errors/render-error.ts';

/** The problem of one parameter, and its code. */
export interface Problem {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/** Returns the error about one parameter. */
export function parameterError(
  parameter: string,
  message: string,
  code: ErrorCode = 'invalid_parameter',
): RenderError {
  return new RenderError(code, message, { details: [{ parameter, message }] });
}

/** Returns a problem of a part of a request with its path: `outputs[1].format`. */
export function placedProblem(
  { parameter, message }: { parameter: string; message: string },
  place: string,
  code: ErrorCode,
): Problem {
  const text = message.startsWith(`${parameter} `) ? `${place}.${message}` : `${place}: ${message}`;
  return { code, parameter: `${place}.${parameter}`, message: text };
}

/** Maximum unknown names: finding the nearest name is slow, and a request can have thousands. */
export const maxUnknown = 20;

/** Maximum number of problems in a message, and in `details`. */
const maxShownProblems = 3;
const maxDetails = 50;

/** Returns the error for problems, with the code of the first. `isAll`: all were found. */
export function refusal(problems: readonly Problem[], isAll = true): RenderError {
  const [first] = problems;
  const shown = problems.slice(0, maxShownProblems).map(({ message }) => message);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`And ${more} more.`);
  if (!isAll) shown.push(`Reading stopped after ${maxUnknown} unknown names.`);
  return new RenderError(first?.code ?? 'invalid_parameter', shown.join(' '), {
    details: problems
      .slice(0, maxDetails)
      .map(({ parameter, message }) => ({ parameter, message })),
  });
}

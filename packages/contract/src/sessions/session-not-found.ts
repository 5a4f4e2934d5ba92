import { RenderError } from '../errors/render-error.ts';

/**
 * Returns the error of a name without a usable session.
 * @param problem - reason why its stored state cannot be used, which no retry changes
 */
export function sessionNotFound(name: string, problem?: string): RenderError {
  const message = problem
    ? `The stored state of the session ${name} cannot be used: ${problem}`
    : `There is no session ${name}, or it has expired`;
  return new RenderError('session_not_found', `${message}.`, {
    details: [{ parameter: 'session', message }],
  });
}

import { RenderError } from '@tintype/contract';

/** Reason why a step failed, in words that follow the step's description. */
export class StepFailure extends Error {}

/** Returns the public error of a step that failed. */
export function stepError(place: string, reason: string, cause?: unknown): RenderError {
  const message = `${place}: ${reason}`;
  return new RenderError('step_failed', `steps: ${message}.`, {
    details: [{ parameter: 'steps', message }],
    ...(cause === undefined ? {} : { cause }),
  });
}

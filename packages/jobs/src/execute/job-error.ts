import { RenderError } from '@tintype/contract';

/** Returns the error that ended a job, as in the error table. */
export function jobError(error: unknown, signal: AbortSignal): RenderError {
  const known = RenderError.from(error, signal);
  // Which plugin of the operator failed is for the log, and not for clients.
  return known.code === 'internal'
    ? new RenderError('internal', undefined, { cause: error, trace: known.trace })
    : known;
}

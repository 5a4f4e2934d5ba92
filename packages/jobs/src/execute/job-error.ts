import { RenderError } from '@tintype/contract';

/** What ended a job, in the words of the error table. */
export function jobError(error: unknown, signal: AbortSignal): RenderError {
  const known = RenderError.from(error, signal);
  // Which plugin of the operator failed is for the log, and not for clients.
  return known.code === 'internal'
    ? new RenderError('internal', undefined, { cause: error, trace: known.trace })
    : known;
}

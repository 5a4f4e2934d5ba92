import { capturesName, parseCaptures, parseRequest, type ParseOptions } from '@tintype/contract';
import type { NewRequest } from '@tintype/store';
import type { Job } from '../execute/job.ts';

/**
 * A job as it was kept: read again, since what is allowed may have changed, and the program, too.
 * @throws RenderError
 */
export function readJob(
  { kind, parameters }: Pick<NewRequest, 'kind' | 'parameters'>,
  rules: ParseOptions = {},
): Pick<Job, 'request' | 'outputs'> {
  if (kind === capturesName) {
    const { page, outputs } = parseCaptures(parameters, rules).request;
    return { request: page, outputs };
  }
  return { request: parseRequest({ ...parameters, kind }, rules).request };
}

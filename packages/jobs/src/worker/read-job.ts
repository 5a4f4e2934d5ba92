import { capturesName, parseCaptures, parseRequest, type ParseOptions } from '@tintype/contract';
import type { NewRequest } from '@tintype/store';
import type { Job } from '../execute/job.ts';

/** Parses a stored job again, as plan or program may have changed. @throws RenderError */
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

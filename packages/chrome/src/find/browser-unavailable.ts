import { RenderError } from '@tintype/contract/errors';

/** The one error of this part of the package: no browser can be had, and what to do about it. */
export function browserUnavailable(message: string, cause?: unknown): RenderError {
  return new RenderError('browser_unavailable', message, { stage: 'launch', cause });
}

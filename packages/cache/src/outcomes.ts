import { RenderError } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';

/**
 * A server that says that it is in trouble, or that it was asked too often, says something else
 * soon.
 */
export function isWorthKeeping({ metadata: { status = 200 } }: RenderResult): boolean {
  return status < 500 && status !== 429;
}

/**
 * Whether an error says something of the one who asked first, so that others who wait for the same
 * may fare better.
 */
export function isAboutTheAsker(error: unknown): boolean {
  return RenderError.from(error).info.isAboutCaller === true;
}

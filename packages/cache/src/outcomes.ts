import { RenderError } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';

/** A server in trouble, or with too many requests, soon responds differently. */
export function isWorthKeeping({ metadata: { status = 200 } }: RenderResult): boolean {
  return status < 500 && status !== 429;
}

/** Returns whether an error concerns the first caller only: others may fare better. */
export function isAboutTheAsker(error: unknown): boolean {
  return RenderError.from(error).info.isAboutCaller === true;
}

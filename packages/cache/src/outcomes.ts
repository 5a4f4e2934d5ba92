import { RenderError, type ErrorCode } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';

/** A server that says that it is in trouble, or that it was asked too often, says something else soon. */
export function isWorthKeeping({ metadata: { status = 200 } }: RenderResult): boolean {
  return status < 500 && status !== 429;
}

/** Errors that say something of the one who asked first. Others who wait for the same may fare better. */
const aboutTheAsker: ReadonlySet<ErrorCode> = new Set([
  'queue_full',
  'rate_limited',
  'quota_exceeded',
  'plan_required',
  'payment_required',
  'cancelled',
]);

export function isAboutTheAsker(error: unknown): boolean {
  return error instanceof RenderError && aboutTheAsker.has(error.code);
}

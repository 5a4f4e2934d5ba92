import type { ParsedRequest } from '@tintype/contract';
import type { RenderContext, RenderOptions } from '../types.ts';
import { createDeadline } from '../time/deadline.ts';
import { withPluginStates } from './plugins/plugin-state.ts';
import { randomUUID } from 'node:crypto';

/** The context of a request, and the warnings that come together in it. */
export interface NewContext {
  context: RenderContext;
  warnings: string[];
}

/** Creates the context of a parsed request. */
export function createContext(
  { request, ignored }: ParsedRequest,
  options: RenderOptions,
): NewContext {
  const deadline = createDeadline(request.timeout * 1000, options.signal);
  const { warnings, warn } = collectWarnings(ignored, request.kind);
  const context = withPluginStates({
    ...options,
    id: createRequestId(),
    signal: deadline.signal,
    deadline,
    warn,
  });
  return { context, warnings };
}

/** Warnings, each of them once; first of parameters that say nothing to the kind. */
export function collectWarnings(
  ignored: readonly string[],
  kind: string,
): { warnings: string[]; warn(message: string): void } {
  const warnings = ignored.map((name) => `${name} does not apply to ${kind}: ignored.`);
  const warn = (message: string) => {
    if (!warnings.includes(message)) warnings.push(message);
  };
  return { warnings, warn };
}

/**
 * A UUID of version 7 (RFC 9562, 5.7): the time in milliseconds, then the 74 random bits with which
 * one of version 4 ends. Node fetches randomness for many of those at once.
 */
export function createRequestId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

import type { ParsedRequest } from '@tintype/contract';
import type { RenderContext, RenderOptions } from '../types.ts';
import { createDeadline } from '../time/deadline.ts';
import { withPluginStates } from './plugins/plugin-state.ts';
import { createRequestId } from './request-id.ts';

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

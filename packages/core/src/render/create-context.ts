import type { ParsedRequest } from '@tintype/contract';
import type { RenderContext, RenderOptions } from '../types.ts';
import { createDeadline } from '../time/deadline.ts';
import { withPluginStates } from './plugins/plugin-state.ts';

/** The context of a request, and the list of its warnings. */
export interface NewContext {
  context: RenderContext;
  warnings: string[];
}

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

/** Collects warnings, each once, starting with parameters that do not apply to the kind. */
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

/** Returns a UUID version 7 (RFC 9562, 5.7) of the time and 74 bits of a random version 4. */
export function createRequestId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

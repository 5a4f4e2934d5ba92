import { RenderError, retryCodes, type RenderRequest } from '@tintype/contract';
import type { RenderContext } from '../../types.ts';
import type { LayerNext } from './compose.ts';

/** One attempt at a render. `before` is the error of the previous one. */
export type Attempt<T> = (
  request: RenderRequest,
  context: RenderContext,
  before: RenderError | undefined,
) => Promise<T>;

/**
 * Retries a render on another page, inside the same deadline: as the error table allows, and as the
 * request requires with `retry_times` and `retry_on`.
 */
export function withRetry<T>(attempt: Attempt<T>): LayerNext<RenderRequest, RenderContext, T> {
  return async (request, context) => {
    const failures: RenderError[] = [];
    for (;;) {
      try {
        const result = await attempt(request, context, failures.at(-1));
        if (failures.length > 0 && request.retry_times > 0) context.warn(warningOf(failures));
        return result;
      } catch (error) {
        if (context.signal.aborted) throw error;
        failures.push(RenderError.from(error));
        if (!(await canRetry(failures, request, context))) throw error;
      }
    }
  };
}

/** Pause before the first attempt that the request requires, in ms. It doubles for the others. */
const firstPauseMs = 500;

/**
 * Resolves when the next attempt may start, or with false if there is none.
 * @throws the reason of the deadline, if it ends in the pause
 */
async function canRetry(
  failures: readonly RenderError[],
  request: RenderRequest,
  { deadline }: RenderContext,
): Promise<boolean> {
  const { retry_times: times, retry_on: codes = [...retryCodes] } = request;
  const { length: attempts } = failures;
  const last = failures.at(-1);
  if (last && attempts < (last.info.attempts ?? 1) && isRepeatable(request, last)) return true;
  if (attempts > times || !codes.some((code) => code === last?.code)) return false;
  const pauseMs = firstPauseMs * 2 ** (attempts - 1);
  // This error explains more than a timeout.
  if (deadline.remainingMs() <= pauseMs) return false;
  deadline.activity = 'waiting to retry';
  await deadline.sleep(pauseMs);
  return true;
}

function warningOf(failures: readonly RenderError[]): string {
  const codes = failures.map(({ code }) => code).join(', ');
  return `The render needed ${failures.length + 1} attempts; it failed before with ${codes}.`;
}

/** Stages before the steps of a request. */
const stagesBeforeSteps: ReadonlySet<string> = new Set(['launch', 'emulate', 'block', 'navigate']);

/**
 * Returns false if steps may have been done: a second click may buy twice. With `retry_times` the
 * caller decides.
 */
function isRepeatable({ steps }: RenderRequest, { stage }: RenderError): boolean {
  return steps === undefined || stage === undefined || stagesBeforeSteps.has(stage);
}

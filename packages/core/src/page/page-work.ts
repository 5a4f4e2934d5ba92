import type { RenderRequest } from '@tintype/contract';
import type { Hooks, RenderContext, Stage, StageTiming } from '../types.ts';
import { toRenderError } from './chromium-errors.ts';
import type { RenderPage } from './page-handle.ts';

/** Measures the stages of one request, and adds the current stage to errors. */
export interface StageClock {
  readonly timings: StageTiming[];
  readonly current: Stage;
  run<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
}

/** Creates the clock of a request. It runs immediately. */
export function createStageClock(
  hooks: readonly Hooks[],
  request: RenderRequest,
  context: RenderContext,
): StageClock {
  const renderStart = performance.now();
  const timings: StageTiming[] = [];
  let current: Stage = 'launch';
  return {
    timings,
    get current() {
      return current;
    },
    async run(stage, work) {
      current = stage;
      const start = performance.now();
      try {
        return await work();
      } catch (error) {
        throw toRenderError(error, stage);
      } finally {
        const timing = {
          stage,
          startMs: start - renderStart,
          durationMs: performance.now() - start,
        };
        const before = timings.find((known) => known.stage === stage);
        if (before) before.durationMs += timing.durationMs;
        else timings.push(timing);
        for (const { stageEnd } of hooks) {
          try {
            stageEnd?.(timing, request, context);
          } catch (error) {
            // The stage is over, and its lease is being returned to a caller that releases it.
            context.warn(`A stageEnd hook failed: ${(error as Error).message}`);
          }
        }
      }
    },
  };
}

/** One request on one page: input of the stages of both halves. */
export interface PageWork {
  readonly page: RenderPage;
  readonly request: RenderRequest;
  readonly context: RenderContext;
  readonly clock: StageClock;
  readonly hooks: readonly Hooks[];
}

import type { RenderRequest, StateCookie } from '@tintype/contract';
import type { DoneStep, SessionReceipt, Wall } from '@tintype/contract/headers';
import type { Hooks, RenderContext, Stage, StageTiming } from '../types.ts';
import { toRenderError } from './chromium-errors.ts';
import type { PageHandle, RenderPage } from './page-handle.ts';

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

/** The session of a request, as the stages of its page use it. */
export interface SessionWork {
  /** Called with a stored cookie that the browser does not take, before the page loads. */
  refused(cookie: StateCookie): void;
  /** Called once the page has loaded. `steps` are those done so far. */
  loaded(page: { eventName: string; steps: readonly DoneStep[] }): void;
  /**
   * Returns the session's part of the receipt.
   * @throws {RenderError} `session_expired` if the page shows a login, and steps can log in again
   */
  receiptFor(wall: Wall | undefined): SessionReceipt;
  /** Reads the state that the page leaves, for a limited time. Never rejects. */
  note(page: PageHandle, context: RenderContext): Promise<void>;
  /** Inspects the page of a failed render. */
  failed(page: PageHandle, request: RenderRequest): Promise<void>;
}

/** One request on one page: input of the stages of both halves. */
export interface PageWork {
  readonly page: RenderPage;
  readonly request: RenderRequest;
  readonly context: RenderContext;
  readonly clock: StageClock;
  readonly hooks: readonly Hooks[];
  readonly session?: SessionWork;
}

import type { RenderRequest } from '@tintype/contract';
import type { RenderPage } from '../page/page-handle.ts';
import type { Hooks, RenderContext } from '../types.ts';
import type { StageClock } from './time/stage-clock.ts';

/** One request on one page: what the stages of both halves work with. */
export interface PageWork {
  readonly page: RenderPage;
  readonly request: RenderRequest;
  readonly context: RenderContext;
  readonly clock: StageClock;
  readonly hooks: readonly Hooks[];
}

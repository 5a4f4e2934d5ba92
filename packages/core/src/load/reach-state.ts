import type { RenderRequest } from '@tintype/contract';
import { blockPage } from './block-page.ts';
import { interact, interacts } from './interact/interact.ts';
import type { LoadedPage } from './load-page.ts';
import type { StepProgress } from './steps/step-run.ts';
import { refuseErrorPage, refuseStatus } from './navigate/navigate.ts';
import type { SettledDocument } from './settle/in-page/settle-page.ts';
import type { Settler } from './settle/settle.ts';
import type { PageWork } from '../page/page-work.ts';

/** A document with its loader, which shows if a page navigates between two steps. */
export interface KnownDocument {
  settled: SettledDocument;
  loaderId: string | undefined;
}

export interface ReachedState extends KnownDocument {
  /** True if the page was changed and has not settled since. */
  isTouched: boolean;
}

/**
 * Brings the current document into the state that the request requires: settle, block, interact.
 * @param way - `again` if the page navigated here by itself, or by an earlier step; `resumed` to go
 *   on after a `capture` step
 */
export async function reachState(
  work: PageWork,
  loaded: LoadedPage,
  settler: Settler,
  way: 'first' | 'again' | 'resumed' = 'first',
): Promise<ReachedState> {
  const { page, request, clock } = work;
  const { watch } = loaded;
  const known = (settled: SettledDocument): KnownDocument => ({
    settled,
    loaderId: watch.loaderId,
  });
  let document = known(await clock.run('settle', () => settler.settle()));
  if (await blockPage(work, 'pageSettled')) {
    const settled = await clock.run('settle', async () => {
      await watch.reached(request.wait_until);
      return settler.settle();
    });
    document = known(settled);
  }
  checkDocument(work, { watch }, document);
  // The steps that led to this document are not repeated.
  const wanted = wantedNow(request, loaded.progress, way);
  const steps = async () => {
    // Loaded on use: few requests have steps.
    const { runSteps } = await import('./steps/run-steps.ts');
    await runSteps({ ...work, watch, settler, done: loaded.steps, progress: loaded.progress });
    return loaded.progress.paused !== undefined;
  };
  const isDressed = way === 'resumed' && loaded.progress.loaderId === watch.loaderId;
  const isTouched = interacts(page, wanted);
  if (isTouched)
    await clock.run('interact', () =>
      interact({ page, request: wanted, isDressed }, watch, settler, steps),
    );
  return { ...document, isTouched };
}

/** Rejects Chromium's own error page, and a status in `fail_on_status`. */
export function checkDocument(
  { page, request }: PageWork,
  { watch }: Pick<LoadedPage, 'watch'>,
  { settled }: KnownDocument,
): void {
  refuseErrorPage(page, watch);
  refuseStatus(request, settled.status);
}

/** Returns the request without what was done already, or waits for the end of the steps. */
function wantedNow(
  request: RenderRequest,
  { paused, isOver }: StepProgress,
  way: 'first' | 'again' | 'resumed',
): RenderRequest {
  if (way === 'first') return request;
  const { click_selector: _clicked, inject_js: _js, steps, ...rest } = request;
  // A page may navigate between two steps by itself.
  const hasStepsLeft = way === 'resumed' || (paused === undefined && !isOver);
  if (hasStepsLeft && steps !== undefined) return { ...rest, steps };
  if (paused === undefined) return rest;
  const {
    wait_for_selector: _selector,
    wait_for_function: _function,
    scroll_to: _place,
    ...early
  } = rest;
  return early;
}

import { RenderError, type RenderRequest } from '@tintype/contract';
import { capturePage } from '../../capture/capture-page.ts';
import { loadPage } from '../../load/load-page.ts';
import { followPage } from '../../load/navigate/follow-page.ts';
import { reachState, type ReachedState } from '../../load/reach-state.ts';
import { createSettler } from '../../load/settle/settle.ts';
import type { Next, RenderContext } from '../../types.ts';
import { adaptPage } from './adapt-page.ts';
import type { Engine } from '../engine.ts';
import { leasePage } from '../lease-page.ts';
import { captureOf } from '../render-once.ts';
import { createStageClock } from '../time/stage-clock.ts';

/** A page in the state that a request asked for. */
export interface OpenedPage {
  /** Makes a file of the page, and brings it back to that state. One at a time. */
  readonly capture: Next;
  release(): void;
}

/** One attempt to open a page: the first half of a render. */
export async function openOnce(
  engine: Engine,
  request: RenderRequest,
  context: RenderContext,
): Promise<OpenedPage> {
  const { hooks, kinds } = engine;
  const needs = kinds.get(request.kind).needs(request);
  const clock = createStageClock(hooks, request, context);
  const leased = await leasePage(engine, needs, request, context, clock);
  const { page } = leased;
  const work = { page, request, context, clock, hooks };
  let reached: ReachedState;
  try {
    const loaded = await leased.run(clock, () => loadPage(work));
    const settler = createSettler(page, request, loaded);
    const { watch } = loaded;
    const follow = { deadline: page.deadline, watch, again: undefined, recover: async () => {} };
    reached = await leased.run(clock, () =>
      followPage(follow, ({ number }) => reachState(work, loaded, settler, number > 0)),
    );
    return { capture: capture(loaded), release: () => leased.release() };
  } catch (error) {
    leased.release();
    throw error;
  }

  function capture(loaded: Awaited<ReturnType<typeof loadPage>>): Next {
    let isFirst = true;
    return (wanted, captureContext) => {
      const own = captureOf(engine, wanted);
      const stages = createStageClock(hooks, wanted, captureContext);
      const ownNeeds = { ...kinds.get(wanted.kind).needs(wanted), scripts: needs.scripts };
      const part = page.needing(ownNeeds);
      // What the page waited for once, it has waited for.
      const asked = isFirst ? wanted : ({ ...wanted, delay: 0 } as RenderRequest);
      isFirst = false;
      return leased.run(stages, async () => {
        const restore = await adaptPage(part, { request, needs }, asked);
        await own.prepare?.(part, asked, captureContext);
        const ownWork = {
          page: part,
          request: asked,
          context: captureContext,
          clock: stages,
          hooks,
        };
        // What this capture needs may be more than what the page was settled for.
        const state: ReachedState = {
          ...reached,
          loaderId: loaded.watch.loaderId,
          isTouched: true,
        };
        const result = await capturePage(engine, own, ownWork, loaded, state).catch(
          async (error: unknown) => {
            if (!page.deadline.signal.aborted) await restore();
            throw error;
          },
        );
        await restore();
        return result;
      });
    };
  }
}

/** The error for a capture of a page that has been closed. */
export function closedError(): RenderError {
  return new RenderError('invalid_request', 'The page is closed: open another one.');
}

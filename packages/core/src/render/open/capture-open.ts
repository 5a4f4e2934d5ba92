import { RenderError, type PageNeeds, type RenderRequest } from '@tintype/contract';
import { capturePage } from '../capture-page.ts';
import type { ReachedState } from '../../load/reach-state.ts';
import type { RenderContext, RenderResult } from '../../types.ts';
import { lookAtFailure } from '../look-at-failure.ts';
import { captureOf } from '../render-once.ts';
import { endWith } from '../../time/deadline.ts';
import { createStageClock } from '../../page/page-work.ts';
import { adaptPage } from './adapt-page.ts';
import type { OpenedParts } from './opened-parts.ts';

/**
 * Makes one file of an open page: the second half of a render, and then the way back.
 * @param onFree - Called once the page is left alone: what was taken of it is then made into a
 *   file, whatever becomes of the page.
 */
export async function captureOpen(
  parts: OpenedParts,
  wanted: RenderRequest,
  context: RenderContext,
  onFree: () => void,
): Promise<RenderResult> {
  const { engine, leased, loaded } = parts;
  const { hooks, kinds } = engine;
  const capture = captureOf(engine, wanted);
  const clock = createStageClock(hooks, wanted, context);
  const { scripts } = parts.needs;
  const own = kinds.get(wanted.kind).needs(wanted);
  // A clock inside that of the capture, which is there for longer than the page is needed.
  const held = context.deadline.child();
  const part = endWith(held, leased.page.deadline.signal);
  const page = leased.page.needing({ ...own, scripts, hide: true, frameControl: false }, held);
  // The page was waited for when it was opened.
  const request = { ...wanted, delay: 0 } as RenderRequest;
  const work = { page, request, context, clock, hooks };
  const state = knownState(parts, own);
  parts.freshUntilMs = 0;
  let restore = async () => {};
  // The caller's changes since then may come into view.
  if (parts.wasHandled()) loaded.seen.last = undefined;
  const taking = leased.run(clock, async () => {
    restore = await adaptPage(page, parts, request);
    await capture.prepare?.(page, request, context);
    return capturePage(engine, capture, work, loaded, state());
  });
  const [taken] = await Promise.allSettled([taking]);
  if (taken.status === 'rejected') await lookAtFailure(work, taken.reason);
  const [restored] = await Promise.allSettled([restore()]);
  part();
  // The captured data is still encoded; the next capture gets the error.
  if (restored.status === 'rejected') leased.page.deadline.fail(unrestored(restored.reason));
  onFree();
  if (taken.status === 'rejected') throw taken.reason;
  return leased.run(clock, taken.value, context.deadline);
}

/** The state of the page. If it navigated away, it is brought into that state again. */
function knownState(
  { reached, needs, freshUntilMs, loaded: { watch } }: OpenedParts,
  own: PageNeeds,
): () => ReachedState | 'left' {
  // What a capture needs may be more than what the page was settled for.
  const isSame =
    own.medium === needs.medium &&
    own.wholePage === needs.wholePage &&
    (needs.loadEvent || !own.loadEvent);
  const isFresh = isSame && !reached.settled.isAnimated && performance.now() < freshUntilMs;
  const isTouched = reached.isTouched || !isFresh;
  return () => (watch.loaderId === reached.loaderId ? { ...reached, isTouched } : 'left');
}

function unrestored(cause: unknown): RenderError {
  return new RenderError(
    'page_unresponsive',
    'The page could not be brought back to the state that it had before a capture.',
    { cause },
  );
}

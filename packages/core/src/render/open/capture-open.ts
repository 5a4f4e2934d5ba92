import { RenderError, type PageNeeds, type RenderRequest } from '@tintype/contract';
import { capturePage } from '../capture-page.ts';
import type { ReachedState } from '../../load/reach-state.ts';
import type { RenderContext, RenderResult } from '../../types.ts';
import { callPageFailed } from '../call-page-failed.ts';
import { captureOf } from '../render-once.ts';
import { endWith } from '../../time/deadline.ts';
import { createStageClock } from '../../page/page-work.ts';
import { adaptPage, type OpenedParts } from './adapt-page.ts';

/**
 * Captures an open page once: the second half of a render, then the restoration.
 * @param onFree - Called once the page is free: the captured data is then encoded, whatever happens
 *   to the page.
 */
export async function captureOpen(
  parts: OpenedParts,
  wanted: RenderRequest,
  context: RenderContext,
  onFree: () => void,
): Promise<RenderResult> {
  const { engine, leased, loaded, session } = parts;
  const { hooks, kinds } = engine;
  const capture = captureOf(engine, wanted);
  const clock = createStageClock(hooks, wanted, context);
  const { scripts } = parts.needs;
  const own = kinds.get(wanted.kind).needs(wanted);
  // A deadline inside that of the capture, which lasts longer than the page is needed.
  const held = context.deadline.child();
  const part = endWith(held, leased.page.deadline.signal);
  const page = leased.page.needing({ ...own, scripts, hide: true, frameControl: false }, held);
  // The delay was applied when the page was opened.
  const request = { ...wanted, delay: 0 };
  const work = { page, request, context, clock, hooks, ...(session && { session }) };
  const state = knownState(parts, own);
  parts.freshUntilMs = 0;
  let restore = async () => {};
  // The caller's changes since then may be out of view.
  if (parts.wasHandled()) loaded.seen.last = undefined;
  const taking = leased.run(clock, async () => {
    restore = await adaptPage(page, parts, request);
    await capture.prepare?.(page, request, context);
    return capturePage(engine, capture, work, loaded, state());
  });
  const [taken] = await Promise.allSettled([taking]);
  if (taken.status === 'rejected') await callPageFailed(work, taken.reason);
  const [restored] = await Promise.allSettled([restore()]);
  await session?.note(page, context);
  part();
  // The captured data is still encoded; the next capture gets the error.
  if (restored.status === 'rejected') leased.page.deadline.fail(unrestored(restored.reason));
  onFree();
  try {
    if (taken.status === 'rejected') throw taken.reason;
    return await leased.run(clock, taken.value, context.deadline);
  } finally {
    await session?.save(context.deadline);
  }
}

/** Returns the state of the page; `left` if it navigated away and must reach that state again. */
function knownState(
  { reached, needs, freshUntilMs, loaded: { watch } }: OpenedParts,
  own: PageNeeds,
): () => ReachedState | 'left' {
  // A capture may need more than the page was settled for.
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

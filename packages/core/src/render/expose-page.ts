import type { LoadedPage } from '../load/load-page.ts';
import { checkDocument, type KnownDocument, type ReachedState } from '../load/reach-state.ts';
import type { Settler } from '../load/settle/settle.ts';
import { findSelected } from '../page/selectors.ts';
import { expandScroller } from '../capture/geometry/expand-frame.ts';
import { scrollThrough } from '../capture/geometry/scroll-through.ts';
import type { PageWork } from '../page/page-work.ts';
import type { PageNeeds } from '@tintype/contract';
import type { RenderContext } from '../types.ts';
import type { SettledDocument } from '../load/settle/in-page/settle-page.ts';

/** Loads everything that the result shows: scroll, `delay`, unfold, reveal, rest. */
export async function exposePage(
  work: PageWork,
  { watch, freezing }: LoadedPage,
  settler: Settler,
  reached: ReachedState,
  delayS: number,
): Promise<KnownDocument> {
  const { page, request, context, clock, hooks } = work;
  const known = (settled: SettledDocument): KnownDocument => ({
    settled,
    loaderId: watch.loaderId,
  });
  const shown = await clock.run('interact', async () => {
    await freezing?.extend(page);
    const settled = await show(work, settler, reached, delayS);
    if (!freezing) return settled;
    await freezing.end(page, context);
    return settler.settle();
  });
  let document = shown === reached.settled ? reached : known(shown);
  const rested = await clock.run('settle', () => settler.comeToRest(shown, context));
  if (rested !== shown) document = known(rested);
  checkDocument(work, { watch }, document);
  for (const each of hooks) {
    await page.deadline.race((async () => each.pageReady?.(page, request, context))());
  }
  warnOfMissing(document.settled, page.needs, context);
  return document;
}

async function show(
  { page, request, context }: PageWork,
  settler: Settler,
  { settled, isTouched }: ReachedState,
  delayS: number,
): Promise<SettledDocument> {
  const selected = 'selector' in request ? request.selector : undefined;
  const scrolls = 'full_page_scroll' in request && request.full_page_scroll;
  if (selected !== undefined) await findSelected(page, selected);
  if (scrolls) {
    const { full_page_scroll_by_amount: stepPx, full_page_scroll_by_duration: stepMs } = request;
    const { reachedEnd } = await scrollThrough(page, stepPx, stepMs);
    settler.observed.isGrowing = !reachedEnd;
    if (!reachedEnd) {
      context.warn('The page kept growing while it was scrolled: its end was not reached.');
    }
  }
  page.deadline.activity = 'waiting for delay';
  if (delayS > 0) await page.deadline.sleep(delayS * 1000);
  const isSettled = !isTouched && !scrolls && selected === undefined && delayS === 0;
  const current = isSettled ? settled : await settler.settle();
  return settler.reveal(await unfolded(page, settler, current), context);
}

/** Expands an app shell before it is brought into view, so that its lazy content loads. */
async function unfolded(
  page: PageWork['page'],
  settler: Settler,
  settled: SettledDocument,
): Promise<SettledDocument> {
  if (!page.needs.unfold) return settled;
  page.deadline.activity = 'finding out how tall the page is';
  return (await expandScroller(page)) ? settler.settle() : settled;
}

/** Warns about parts that a result lacks because they did not load in time. */
function warnOfMissing(
  { missing }: Pick<SettledDocument, 'missing'>,
  { medium }: Pick<PageNeeds, 'medium'>,
  context: Pick<RenderContext, 'warn'>,
): void {
  if (missing.length === 0) return;
  const named = missing.join(', ');
  const when = medium === 'text' ? 'the page was read' : 'the image was taken';
  context.warn(`Not everything had arrived when ${when}: ${named} were not waited for any longer.`);
}

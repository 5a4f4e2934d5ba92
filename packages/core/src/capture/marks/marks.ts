import type { RenderRequest } from '@tintype/contract';
import { callInPage, type PageWorld } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import { pageCode } from './page-code.ts';
import { createDocuments, unmasked, type Documents } from './documents.ts';
import type { Highlight } from './in-page/highlight-elements.ts';
import { maxMarked, type Matches } from './in-page/mark-world.ts';
import type { Masked } from './in-page/mask-elements.ts';

type MarkParameter = 'mask_selectors' | 'blur_selectors' | 'highlight_selectors';

/** See {@link markElements}. */
type MarkRequest = { [K in MarkParameter]?: readonly string[] | undefined };

/** Checks after a capture that everything to be masked was masked in it; rejects if not. */
type MaskCheck = () => Promise<void>;

/**
 * Masks, blurs and highlights the elements that a request selects, until the undo of the page. The
 * marks move with their elements, so the capture may change the layout.
 */
export async function markElements(
  page: PageHandle,
  request: RenderRequest,
  context: RenderContext,
): Promise<MaskCheck> {
  const given = request as MarkRequest;
  const { mask_selectors: masks = [], blur_selectors: blurs = [] } = given;
  const { highlight_selectors: highlights = [] } = given;
  const nothing = async () => {};
  page.deadline.activity = 'marking elements';
  const documents = createDocuments(page);
  if (highlights.length > 0) await highlight(page, documents, request, highlights, context);
  if (blurs.length > 0) {
    const blurred = await documents.each('blur_selectors', false, (world) =>
      callInPage(world, pageCode.blurElements, blurs),
    );
    warnOfLimit('blur_selectors', blurred, context);
  }
  if (masks.length === 0) return nothing;
  const isPaper = page.needs.medium === 'paper';
  const masked = await documents.each('mask_selectors', true, async (world) => {
    const result = await callInPage(world, pageCode.maskElements, masks, isPaper);
    refuseUnmasked(result);
    return result.counts;
  });
  for (const [at, selector] of masks.entries()) {
    if (masked.some((counts) => counts[at] !== 0)) continue;
    context.warn(`mask_selectors: nothing on the page matched ${JSON.stringify(selector)}.`);
  }
  return async () => {
    await documents.each('mask_selectors', true, async (world) => {
      const again = await callInPage(world, pageCode.maskAgain);
      if (again) return refuseUnmasked(again);
      // Another document has replaced the one that was masked.
      const { counts } = await callInPage(world, pageCode.countMarked, masks);
      if (counts.some((count) => count > 0)) throw unmasked('a frame loaded during the capture');
      return undefined;
    });
  };
}

async function highlight(
  page: PageHandle,
  documents: Documents,
  request: RenderRequest,
  given: readonly string[],
  context: RenderContext,
): Promise<void> {
  const items = given.map(readHighlight);
  const captured = 'selector' in request ? (request.selector ?? null) : null;
  const found = await documents.each('highlight_selectors', false, async (world) => ({
    world,
    ...(await callInPage(world, pageCode.countHighlights, items)),
  }));
  warnOfLimit('highlight_selectors', found, context);
  // Numbers are in the order of the items, then of the documents.
  const shown = found.filter(({ isComplete }) => isComplete);
  const firsts = new Map(shown.map(({ world }): [PageWorld, number[]] => [world, []]));
  let next = 1;
  for (const at of items.keys()) {
    for (const { world, counts } of shown) {
      firsts.get(world)?.push(next);
      next += counts[at] ?? 0;
    }
  }
  for (const { world } of shown) {
    const isOwn = world === page;
    const first = firsts.get(world) ?? [];
    const inside = isOwn ? captured : null;
    const work = callInPage(world, pageCode.highlightElements, items, first, inside);
    await (isOwn ? work : documents.answer(false, work));
  }
}

/** Separates the selector of an item from its caption. */
export function readHighlight(item: string): Highlight {
  const at = item.indexOf(' -- ');
  if (at === -1) return { selector: item, caption: '' };
  return { selector: item.slice(0, at), caption: item.slice(at + 4).trim() };
}

/** The limit of a look is a warning; that of {@link refuseUnmasked} is an error. */
function warnOfLimit(
  parameter: MarkParameter,
  found: readonly Pick<Matches, 'isComplete'>[],
  context: RenderContext,
): void {
  if (found.every(({ isComplete }) => isComplete)) return;
  context.warn(`${parameter}: ${tooMany}, so nothing in it was marked.`);
}

const tooMany = `a document has more than ${maxMarked} matches, or is too large to search`;

function refuseUnmasked({ isComplete, isOpposed }: Masked): void {
  if (!isComplete) throw unmasked(tooMany);
  if (isOpposed) throw unmasked('the page changes the style of an element, or shows it too late');
}

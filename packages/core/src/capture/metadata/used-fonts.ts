import { callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { GatheredTexts } from './in-page/gather-texts.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum time of the search, in ms: it must not delay a render. */
const boundMs = 2000;

/** Share of that time for reading the page. */
const readShare = 0.7;

/** Maximum number of styles to inspect, those with the most text first. */
const maxStyles = 400;

/** Fonts used, as far as they could be inspected in time. */
export interface UsedFonts {
  /** Families, the one with the most glyphs first. */
  families: string[];
  complete: boolean;
}

/** Returns the families of the fonts that painted the page, not those that its styles list. */
export async function usedFonts(page: PageHandle, longestMs = boundMs): Promise<UsedFonts> {
  const limitMs = Math.min(longestMs, page.deadline.remainingMs() / 2);
  const search: Search = { totals: new Map(), complete: false };
  const work = look(page, search, limitMs * readShare);
  await Promise.race([work, page.deadline.sleep(limitMs)]);
  const families = [...search.totals].toSorted(([, a], [, b]) => b - a);
  return { families: families.map(([family]) => family), complete: search.complete };
}

/** The state of the search, readable when time runs out. */
interface Search {
  /** Characters on the page by family. */
  totals: Map<string, number>;
  complete: boolean;
}

async function look(page: PageHandle, search: Search, readMs: number): Promise<void> {
  const { session, lease } = page;
  const [{ executionContextId: contextId }] = await Promise.all([
    session.send('Page.createIsolatedWorld', {
      frameId: lease.frameId,
      worldName: 'tintype-fonts',
    }),
    session.send('DOM.enable', {}).then(() => session.send('CSS.enable')),
    session.send('DOM.getDocument', { depth: 0 }),
  ]);
  page.onUndo(async () => {
    const expression = callOf(pageCode.undoChanges);
    await session.send('Runtime.evaluate', { expression, contextId });
    await session.send('CSS.disable');
    await session.send('DOM.disable');
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: callOf(pageCode.gatherTexts, readMs, maxStyles),
    contextId,
    returnByValue: true,
  });
  const { counts, complete } = result.value as GatheredTexts;
  const texts = await objectsIn(page, contextId);
  await Promise.all(
    counts.map(async (count, index) => addFonts(page, search, texts[index] ?? '', count)),
  );
  search.complete = complete;
}

async function objectsIn(page: PageHandle, contextId: number): Promise<string[]> {
  const { session } = page;
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'globalThis.tintypeTexts',
    contextId,
  });
  if (result.objectId === undefined) return [];
  const properties = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  return properties.result
    .filter(({ name }) => /^\d+$/.test(name))
    .toSorted((a, b) => Number(a.name) - Number(b.name))
    .map(({ value }) => value?.objectId ?? '');
}

/** Adds the fonts of one style, in the proportion of glyphs in its sample. */
async function addFonts(
  { session }: PageHandle,
  { totals }: Search,
  objectId: string,
  count: number,
): Promise<void> {
  const { nodeId } = await session.send('DOM.requestNode', { objectId });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  const glyphs = fonts.reduce((sum, { glyphCount }) => sum + glyphCount, 0);
  for (const { familyName, glyphCount } of fonts)
    totals.set(familyName, (totals.get(familyName) ?? 0) + (glyphCount / glyphs) * count);
}

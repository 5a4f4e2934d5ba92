/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { ownBox, ownElements, ownOf, ownShadow, topmostAt } from '@tintype/core/in-page';
import type { VendorMarks } from '../vendors.ts';
import type { BannerWords } from '../words.ts';
import { findBanners, type Overlay } from './find-banners.ts';
import { isShown, parentOf, textOf } from './read-page.ts';

// As in read-page.ts: these functions run in the page.

/** Banners that are visible. */
export interface Sighting {
  url: string;
  inView: boolean;
  framed: boolean;
  /** The tool, where an element of its is in view. */
  vendor?: string;
  /** Nothing is in view, and a tool that shows banners has been loaded. */
  expected: boolean;
}

/** Looks for banners. It runs on each page, so it must be fast. */
export function lookForBanners(words: BannerWords, marks: VendorMarks): Sighting {
  let vendor: string | undefined;
  for (const [id, name] of Object.entries(marks.ids)) {
    const element = Document.prototype.getElementById.call(document, id);
    if (element && (isShown(element) || ownShadow(element))) vendor ??= name;
  }
  const banners = findBanners(words, marks);
  const scripts = new RegExp(marks.scripts, 'i');
  const inView = banners.length > 0 || vendor !== undefined;
  return {
    url: ownOf(document, 'URL'),
    inView,
    framed: banners.some(({ framed }) => framed),
    ...(vendor === undefined ? {} : { vendor }),
    expected:
      !inView && [...ownOf(document, 'scripts')].some(({ src }) => src !== '' && scripts.test(src)),
  };
}

/** Looks again until there is a banner, or the page has been loaded for that long. */
export async function waitForBanners(
  words: BannerWords,
  marks: VendorMarks,
  loadedForMs: number,
): Promise<Sighting> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const endsAt = (entry?.loadEventEnd || performance.now()) + loadedForMs;
  for (;;) {
    const sighting = lookForBanners(words, marks);
    if (sighting.inView || performance.now() > endsAt) return sighting;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Clicks the buttons that reject. Returns whether there was one, and the banners removed. */
export async function rejectBanners(
  words: BannerWords,
  marks: VendorMarks,
  patienceMs: number,
): Promise<{ clicked: boolean; hidden: number }> {
  const buttons = findBanners(words, marks).flatMap(({ reject }) => reject ?? []);
  for (const button of buttons) ownOf(button, 'click').call(button);
  const clicked = buttons.length > 0;
  return { clicked, ...(await tidyUp(words, marks, clicked ? patienceMs : 0)) };
}

/** Elements of known tools that are in view. */
export function vendorRoots(marks: VendorMarks): HTMLElement[] {
  const elements = Object.keys(marks.ids).map((id) =>
    Document.prototype.getElementById.call(document, id),
  );
  return elements.filter((element) => element !== null && isShown(element)) as HTMLElement[];
}

/** Waits until banners disappear, hides the rest, and makes the page scrollable again. */
export async function tidyUp(
  words: BannerWords,
  marks: VendorMarks,
  patienceMs: number,
): Promise<{ hidden: number }> {
  const endsAt = performance.now() + patienceMs;
  const remaining = () => [
    ...findBanners(words, marks).map(({ root }: Overlay) => root),
    ...vendorRoots(marks),
  ];
  while (remaining().length > 0 && performance.now() < endsAt) {
    await new Promise((done) => setTimeout(done, 40));
  }
  let hidden = 0;
  // A hidden banner may have covered another one.
  for (let round = 0; round < 4; round += 1) {
    const roots = remaining();
    if (roots.length === 0) break;
    for (const root of roots) hide(root);
    hidden += roots.length;
  }
  hideBackdrop();
  unlockScroll();
  return { hidden };
}

/** Removes an element from the image. */
export function hide(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement && element.open) element.close();
  ownOf(element, 'style').setProperty('display', 'none', 'important');
}

/** The sheet that a dialog leaves: fixed, as large as the viewport, see-through, empty. */
export function hideBackdrop(): void {
  for (let round = 0; round < 3; round += 1) {
    let sheet = topmostAt(innerWidth / 2, innerHeight / 2);
    while (sheet && getComputedStyle(sheet).position !== 'fixed') sheet = parentOf(sheet);
    if (!(sheet instanceof HTMLElement) || sheet === ownOf(document, 'body')) return;
    const box = ownBox(sheet);
    const { backgroundColor, backdropFilter, opacity } = getComputedStyle(sheet);
    const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(backgroundColor)?.[1];
    const seeThrough =
      (alpha !== undefined && Number(alpha) > 0) ||
      Number(opacity) < 1 ||
      backdropFilter !== 'none';
    const covers = box.width >= innerWidth * 0.95 && box.height >= innerHeight * 0.95;
    const isEmpty =
      ownElements(sheet, 'img, video, canvas, iframe').length === 0 &&
      textOf(sheet, 1).trim() === '';
    if (!covers || !seeThrough || !isEmpty) return;
    hide(sheet);
  }
}

/** Undoes the styles of `html` and `body` by which banners prevent scrolling. */
export function unlockScroll(): void {
  const [root, body] = [ownOf(document, 'documentElement'), ownOf(document, 'body')];
  if (!body) return;
  for (const element of [root, body]) {
    const style = getComputedStyle(element);
    const isPinned = element === body && style.position === 'fixed';
    const isCut = /hidden|clip/.test(style.overflowY);
    if (!isPinned && !isCut) continue;
    element.style.setProperty('overflow', 'visible', 'important');
    if (isPinned) element.style.setProperty('position', 'static', 'important');
    if (isPinned || element.scrollHeight > element.clientHeight) {
      element.style.setProperty('height', 'auto', 'important');
      element.style.setProperty('max-height', 'none', 'important');
    }
  }
  for (const element of body.children) {
    if (element instanceof HTMLElement && /blur/.test(getComputedStyle(element).filter)) {
      ownOf(element, 'style').setProperty('filter', 'none', 'important');
    }
  }
}

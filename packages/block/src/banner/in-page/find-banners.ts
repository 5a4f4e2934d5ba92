/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  ownAttribute,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  topmostAt,
} from '@tintype/core/in-page';
import type { VendorMarks } from '../vendors.ts';
import type { BannerWords } from '../words.ts';
import { deepQuery, isShown, namesOf, parentOf, textOf } from './read-page.ts';

// As in read-page.ts: these functions run in the page.

/** Something that lies over the page and speaks of cookies. */
export interface Overlay {
  root: HTMLElement;
  /** The button that says no. */
  reject: HTMLElement | undefined;
  /** The overlay is a frame, or holds one: what it says cannot be read from here. */
  framed: boolean;
}

/** Returns whether an element is over the page rather than in it. */
export function liesOver(element: Element): boolean {
  const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
  if (ownMatches(element, dialogs)) return true;
  const { position, zIndex } = getComputedStyle(element);
  if (position === 'fixed' || position === 'sticky') return true;
  return position === 'absolute' && Number(zIndex) >= 10;
}

/** Returns whether an element covers 60 % of the viewport height: too tall for a banner. */
export function isHigh(element: Element): boolean {
  return ownBox(element).height >= innerHeight * 0.6;
}

/** Returns whether an element covers the page, or is named after consent and not too tall. */
export function mayBeBanner(element: Element, name: RegExp): boolean {
  return liesOver(element) || (name.test(namesOf(element)) && !isHigh(element));
}

/** Points where banners are: along the edges, in the corners, in the middle. */
export function probePoints(): [number, number][] {
  const columns = [60, innerWidth / 2, innerWidth - 60];
  const rows = [20, 100, innerHeight / 2, innerHeight - 100, innerHeight - 60, innerHeight - 20];
  return rows.flatMap((y) => columns.map((x): [number, number] => [x, y]));
}

export function readButtons(root: Element, words: BannerWords) {
  const read = (source: string) => new RegExp(source, 'iu');
  const [reject, never, settings, accept] = [
    read(words.reject),
    read(words.neverReject),
    read(words.settings),
    read(words.accept),
  ];
  const found = {
    reject: undefined as HTMLElement | undefined,
    accepts: false,
    settings: false,
    total: 0,
  };
  const selector = 'button, [role="button"], input[type="button"], input[type="submit"], a';
  for (const button of deepQuery(root, selector).slice(0, 200)) {
    const spoken = button instanceof HTMLInputElement ? button.value : textOf(button, 100);
    const label = (spoken.trim() || (ownAttribute(button, 'aria-label') ?? '')).trim();
    if (label === '' || label.length > 80 || !isShown(button)) continue;
    const isLink = button instanceof HTMLAnchorElement && leadsAway(button);
    if (!isLink) found.total += 1;
    if (reject.test(label) && !never.test(label)) {
      if (!isLink) found.reject ??= button;
    } else if (settings.test(label)) found.settings = true;
    else if (accept.test(label)) found.accepts ||= !isLink;
  }
  return found;
}

/** Returns whether a click on a link leads to another page. */
export function leadsAway(link: HTMLAnchorElement): boolean {
  const target = link.getAttribute('href') ?? '';
  return target !== '' && !target.startsWith('#') && !/^javascript:/i.test(target);
}

/** Classifies one overlay by its text and its buttons. */
export function classifyOverlay(root: HTMLElement, words: BannerWords): Overlay | undefined {
  const text = textOf(root, 6000);
  const mentions = text.match(new RegExp(words.cookie, 'giu'))?.length ?? 0;
  if (mentions === 0 || text.length > 6000) return undefined;
  if (ownElements(root, 'main, article, nav').length > 0) return undefined;
  const name = new RegExp(words.name, 'iu');
  const named = name.test(namesOf(root));
  if (!named && deepQuery(root, typedFields()).some(isShown)) return undefined;
  const { reject, accepts, settings, total } = readButtons(root, words);
  const isOther = new RegExp(words.otherDialog, 'iu').test(text);
  if (isOther && !named && !(reject && mentions > 1)) return undefined;
  const isNotice = new RegExp(words.notice, 'iu').test(text);
  const isNamed = () => liesOver(root) && (named || holdsNamed(root, text.length / 2, words));
  const isBanner =
    reject !== undefined || (isNotice && (accepts || settings || total === 0 || isNamed()));
  const isFooter = !reject && !accepts && ownMatches(root, 'footer, header, [role="contentinfo"]');
  return isBanner && !isFooter ? { root, reject, framed: false } : undefined;
}

/** Fields that a person types into: no banner has one. */
export function typedFields(): string {
  return 'input[type="password"], input[type="email"], input[type="tel"], input[type="text"], input:not([type]), textarea';
}

/** Returns whether a visible part with enough text is named after consent and mentions it. */
export function holdsNamed(root: HTMLElement, enough: number, words: BannerWords): boolean {
  const name = new RegExp(words.name, 'iu');
  const cookie = new RegExp(words.cookie, 'iu');
  return [...ownElements(root, '[id], [class]')].slice(0, 100).some((part) => {
    if (!name.test(namesOf(part)) || ownMatches(part, 'a, button') || !isShown(part)) return false;
    const text = textOf(part, 6000);
    return text.length >= enough && cookie.test(text);
  });
}

/** The frame of a consent tool, by its names or those of what holds it. */
export function classifyFrame(
  frame: Element,
  root: HTMLElement,
  marks: VendorMarks,
): Overlay | undefined {
  const pattern = new RegExp(marks.frames, 'iu');
  const names = ['src', 'id', 'name', 'title', 'class'].map((name) => frame.getAttribute(name));
  const isConsent = pattern.test(names.join(' ')) || pattern.test(namesOf(root));
  return isConsent ? { root, reject: undefined, framed: true } : undefined;
}

/** Cookie banners in view, found at some points of the viewport: page size has no effect. */
export function findBanners(words: BannerWords, marks: VendorMarks): Overlay[] {
  const name = new RegExp(words.name, 'iu');
  const seen = new Set<Element>();
  const banners: Overlay[] = [];
  for (const [x, y] of probePoints()) {
    const top = topmostAt(x, y);
    const frame = top instanceof HTMLIFrameElement ? top : undefined;
    for (let element = top; element; element = parentOf(element)) {
      if (element === ownOf(document, 'body') || element === ownOf(document, 'documentElement'))
        break;
      // Classifies an element again for its frame: other points saw the area around it.
      if (seen.has(element) && (!frame || element === frame)) break;
      seen.add(element);
      if (!(element instanceof HTMLElement) || !mayBeBanner(element, name)) continue;
      const overlay = frame
        ? classifyFrame(frame, element, marks)
        : classifyOverlay(element, words);
      if (!overlay) continue;
      overlay.root = widen(overlay.root);
      if (!banners.some(({ root }) => root === overlay.root)) banners.push(overlay);
      break;
    }
  }
  return banners.filter(
    (outer) => !banners.some((inner) => inner !== outer && isPageAround(outer.root, inner.root)),
  );
}

/** Returns whether a banner is inside something larger: a page in a layer of its own. */
export function isPageAround(outer: HTMLElement, banner: HTMLElement): boolean {
  if (!Node.prototype.contains.call(outer, banner) || !isHigh(outer)) return false;
  return textOf(outer, 8000).length > textOf(banner, 8000).length + 40;
}

/** The outermost element around a banner that holds little else: a backdrop or a wrapper. */
export function widen(root: HTMLElement): HTMLElement {
  const length = textOf(root, 8000).length;
  let widest = root;
  let isInFlow = false;
  for (let outer = parentOf(root); outer; outer = parentOf(outer)) {
    if (outer === ownOf(document, 'body') || outer === ownOf(document, 'documentElement')) break;
    const { position } = getComputedStyle(outer);
    const floats = /fixed|absolute/.test(position) || ownBox(outer).height === 0;
    isInFlow ||= !floats;
    // An element too tall for a banner may be the page, unless it contains nothing else.
    if (isInFlow && isHigh(outer)) break;
    if (textOf(outer, 8000).length > (isHigh(outer) ? length : length * 1.5) + 40) break;
    const content = [...ownElements(outer, `main, canvas, video, ${typedFields()}`)];
    if (content.some((part) => !Node.prototype.contains.call(root, part) && isShown(part))) break;
    if (floats && outer instanceof HTMLElement) widest = outer;
  }
  return widest;
}

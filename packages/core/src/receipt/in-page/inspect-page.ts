import { missingLetters } from './missing-letters.ts';
import { showsSomething } from '../../page/in-page/blank.ts';
import {
  maxAncestors,
  ownBox,
  ownElements,
  ownOf,
  ownParent,
} from '../../page/in-page/own-nodes.ts';
import { countFonts, countImages, countResources, type ImageCounts } from './count-parts.ts';
import { displayed, squeezed } from './displayed.ts';
import { findControls, findFrames, type Controls, type FrameSign } from './find-controls.ts';
import { findLayer, type LayerSign } from './find-layer.ts';
import { readErrors } from '../../page/in-page/read-errors.ts';
import { readShown, type ShownText } from './read-shown.ts';

export interface InspectOptions {
  /** Event name of `countRequests`; empty if no script runs. */
  eventName: string;
  /** True if glyphs are checked. */
  hasLetters: boolean;
}

/** The rules, which are the same for all pages. */
export interface InspectionRules {
  /** Patterns of letters, one for each script. */
  scripts: readonly string[];
  characterLimit: number;
  elementLimit: number;
  /** Selectors of elements of walls. */
  marks: readonly string[];
  paywalls: readonly string[];
}

/**
 * Signals of a page. Everything that a page chooses is truncated here. A page with long text is no
 * wall of its own, so its headings, links, fields, frames and marks are not read.
 */
export interface PageSignals extends Controls {
  title: string;
  headings: string;
  shown: ShownText;
  /** True if anything but text is painted; not determined if there is text. */
  painted: boolean;
  /** True if scripts could have drawn something. */
  scripted: boolean;
  frames: FrameSign[];
  /** Selectors of which an element is displayed. */
  marks: string[];
  paywalls: string[];
  layer: LayerSign | undefined;
  images: ImageCounts;
  fonts: { count: number; first: string[] };
  requests: { made: number; failed: number };
  errors: { count: number; first: string[] };
  /** Indexes of scripts that no font covers. */
  letters: number[];
}

/** Inspects the page once, without waiting. */
export function inspectPage(options: InspectOptions, wanted: InspectionRules): PageSignals {
  const body = ownOf(document, 'body') as HTMLElement | null;
  const shown = readShown(body, 4000);
  const headings = shown.isLong ? [] : displayed('h1, h2, [role="heading"]', 5);
  const { scripts, characterLimit, elementLimit } = wanted;
  const letters = options.hasLetters ? missingLetters(scripts, characterLimit, elementLimit) : [];
  const marks = shown.isLong ? [] : wanted.marks;
  // One query for most pages, which have none.
  const isMarked = ownElements(document, [...marks, ...wanted.paywalls].join(',')).length > 0;
  const paywalls = isMarked ? wanted.paywalls.flatMap((selector) => displayed(selector, 2)) : [];
  return {
    ...findControls(shown.isLong, paywalls.length > 0),
    title: squeezed(ownOf(document, 'title'), 200),
    headings: headings.map(({ textContent }) => squeezed(textContent ?? '', 120)).join('\n'),
    shown,
    painted: shown.text !== '' || isPainted(body),
    scripted: ownOf(document, 'scripts').length > 0,
    frames: shown.isLong ? [] : findFrames(),
    marks: isMarked ? marks.filter((selector) => displayed(selector, 1).length > 0) : [],
    paywalls: paywalls
      .filter((element) => !isBar(element))
      .slice(0, 4)
      .map((element) => readShown(element, 800).text),
    layer: findLayer(),
    images: countImages(),
    fonts: countFonts(),
    requests: countResources(),
    errors: readErrors(options.eventName),
    letters,
  };
}

/** Returns whether a page without text shows anything else; checks the first 3,000 elements. */
export function isPainted(body: HTMLElement | null): boolean {
  if (!body) {
    const root = ownOf(document, 'documentElement') as Element | null;
    return root?.namespaceURI !== 'http://www.w3.org/1999/xhtml';
  }
  for (const element of [ownOf(document, 'documentElement'), body]) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isWhite = /^rgba\(.*, 0\)$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
    if (!isWhite || backgroundImage !== 'none') return true;
  }
  let left = 3000;
  for (const element of Element.prototype.querySelectorAll.call(body, '*')) {
    if (left-- === 0) return true;
    if (showsSomething(element)) return true;
  }
  return false;
}

/** Returns whether an element is a bar: low, or fixed at an edge of the window. */
export function isBar(element: Element): boolean {
  if (ownBox(element).height < 100) return true;
  const body = ownOf(document, 'body');
  let left = maxAncestors;
  for (let at: Element | null = element; at && at !== body && left-- > 0; at = ownParent(at)) {
    if (/^(?:fixed|sticky)$/.test(getComputedStyle(at).position)) return true;
  }
  return false;
}

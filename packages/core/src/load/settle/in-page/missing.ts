import { hasCome, styleImages } from './style-images.ts';
import { isInView, openTrees, type Tree } from '../../../page/in-page/trees.ts';
import { ownBox, ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';

/** Parts that an image waits for. */
export type PartName =
  | 'style sheets'
  | 'scripts'
  | 'images'
  | 'fonts'
  | 'frames'
  | 'answers to scripts'
  | 'other resources';

export interface MissingPart {
  what: PartName;
  /** The element, or a URL. */
  key: Element | string;
  /** True if no event reports its failure: a script that a policy blocks, for example. */
  unsure: boolean;
}

/** The state of a settling document. Stored in Tintype's world, for the next call. */
export interface Settling {
  /** Time at which each missing part was first seen, on the clock of the document. */
  readonly seen: Map<Element | string, { sinceMs: number; unsure: boolean }>;
  readonly loadedFrames: WeakSet<Element>;
  /** Elements that were lazy and no longer are. */
  readonly lazy: Set<Element>;
  /** True if the document has been inspected. */
  looked: boolean;
  /** Since when no cause of the delayed load event was seen, or the outcome of the last search. */
  unexplained: { sinceMs: number; isExplained: boolean } | undefined;
  /** Number of resources loaded at the last inspection. */
  arrived: number;
  /** True if styles may name images that were not searched for. */
  restyled: boolean;
  /** True if elements or styles changed since skipped parts were searched for. */
  changed: boolean;
  /** Images that styles name, with the document that shows them. */
  styleImages: { url: string; owner: Document }[];
  /** Images of our own with the URL of one that a style names. */
  readonly probes: Map<string, HTMLImageElement>;
}

/** Parts of a document that its image waits for. */
export interface Survey {
  parts: MissingPart[];
  /** True if an invisible resource is on its way: it delays the load event. */
  outOfView: boolean;
}

/** Returns the parts that the image needs and that have not loaded. */
export function findMissing(settling: Settling, whole: boolean, textOnly: boolean): Survey {
  const survey: Survey = { parts: [], outOfView: false };
  const trees = openTrees();
  for (const tree of trees) {
    for (const link of ownElements<HTMLLinkElement>(tree, 'link')) {
      if (isHtml(link) && isPendingStyle(link)) {
        survey.parts.push({ what: 'style sheets', key: link, unsure: true });
      }
    }
    for (const script of ownElements<HTMLScriptElement>(tree, 'script')) {
      if (isHtml(script) && isPendingScript(script)) {
        survey.parts.push({ what: 'scripts', key: script, unsure: true });
      }
    }
  }
  // Visibility is known only with the styles, and a layout without them costs as much as with them.
  if (textOnly || survey.parts.length > 0) return survey;
  // Fonts are requested when the document is laid out.
  (ownOf(document, 'documentElement') as Element | null)?.getBoundingClientRect();
  for (const tree of trees) {
    findImages(tree, settling, whole, survey);
    if (ownOf(tree, 'nodeType') === 9 && ownOf(tree as Document, 'fonts').status === 'loading') {
      survey.parts.push({
        what: 'fonts',
        key: `font of ${ownOf(tree as Document, 'URL')}`,
        unsure: false,
      });
    }
  }
  return survey;
}

/** SVG also has elements of these names, with other properties. */
export function isHtml(element: Element): boolean {
  return element.namespaceURI === 'http://www.w3.org/1999/xhtml';
}

/** Includes sheets that a script activates later (`media=print`, `preload`). */
export function isPendingStyle(link: HTMLLinkElement): boolean {
  if (link.href === '' || link.disabled) return false;
  const isSheet = link.relList.contains('stylesheet') && !link.relList.contains('alternate');
  const isPreload = link.relList.contains('preload') && link.as === 'style';
  if (!isSheet && !isPreload) return false;
  if (link.sheet) return false;
  const { performance } = ownOf(link.ownerDocument, 'defaultView') ?? window;
  const entry = performance.getEntriesByName(link.href, 'resource').at(-1);
  if (!entry) return true;
  if (isPreload && !link.hasAttribute('onload')) return false;
  const { responseEnd, responseStatus } = entry as PerformanceResourceTiming;
  // A loaded sheet is enabled, or read, shortly after: on a loaded machine, not immediately.
  return responseStatus < 400 && performance.now() - responseEnd < (isPreload ? 300 : 1000);
}

export function isPendingScript(script: HTMLScriptElement): boolean {
  if (script.src === '' || script.noModule) return false;
  if (!/^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(script.type)) {
    return false;
  }
  return !hasCome(script.ownerDocument, script.src);
}

export function findImages(tree: Tree, settling: Settling, whole: boolean, survey: Survey): void {
  const selector =
    'img, image, input[type="image" i], video[poster], object[data], embed[src], iframe, frame';
  for (const element of ownElements<Element>(tree, selector)) {
    if (element.localName !== 'image' && !isHtml(element)) continue;
    if (!isPendingElement(element, settling)) continue;
    if (whole || isInView(element, element.localName === 'img')) {
      const what = /^(?:i?frame|object|embed)$/.test(element.localName) ? 'frames' : 'images';
      survey.parts.push({ what, key: element, unsure: element.localName !== 'img' });
    } else if ((element as HTMLImageElement).loading !== 'lazy') {
      survey.outOfView = true;
    }
  }
}

export function isPendingElement(element: Element, settling: Settling): boolean {
  const owner = element.ownerDocument;
  if (element.localName === 'img') return !(element as HTMLImageElement).complete;
  if (element.localName === 'iframe' || element.localName === 'frame') {
    if (settling.loadedFrames.has(element)) return false;
    const { src, contentDocument, srcdoc } = element as HTMLIFrameElement;
    if (contentDocument && ownOf(contentDocument, 'URL') !== 'about:blank') {
      return ownOf(contentDocument, 'readyState') !== 'complete';
    }
    if (srcdoc) return false;
    return /^https?:/.test(src) && !hasCome(owner, src);
  }
  const name = { image: 'href', object: 'data', video: 'poster' }[element.localName] ?? 'src';
  const address = element.getAttribute(name) ?? element.getAttribute('xlink:href') ?? '';
  if (address === '' || !URL.canParse(address, ownOf(owner, 'baseURI'))) return false;
  const url = new URL(address, ownOf(owner, 'baseURI')).href;
  return /^https?:/.test(url) && !hasCome(owner, url);
}

/** Finds missing images of styles. Expensive: runs last, and only if styles changed. */
export function findStyleImages(settling: Settling, whole: boolean): MissingPart[] {
  if (settling.restyled) {
    settling.restyled = false;
    settling.styleImages = [];
    for (const element of shownElements(openTrees(), whole)) {
      const owner = ownOf(element, 'ownerDocument');
      for (const url of styleImages(element)) settling.styleImages.push({ url, owner });
    }
  }
  return settling.styleImages
    .filter(({ url, owner }) => !isStyleImageHere(settling, owner, url))
    .map(({ url }) => ({ what: 'images', key: url, unsure: true }));
}

/** Returns elements that have a box, in view or anywhere; the first 5,000. */
export function shownElements(trees: readonly Tree[], whole: boolean): Element[] {
  const found: Element[] = [];
  for (const tree of trees) {
    const isOwn = tree === document || ownOf(tree, 'ownerDocument') === document;
    const [above, below] = whole || !isOwn ? [-Infinity, Infinity] : [0, innerHeight];
    const elements = ownElements(tree, '*');
    // Most elements of a long page are outside the window: the loop does little for those.
    for (let at = 0; at < elements.length && found.length < 5000; at += 1) {
      const element = elements[at] as Element;
      const box = ownBox(element);
      const isNear = box.top < below && box.bottom >= above && isLaidOut(element, box, whole);
      // The background of root fills the window; a pseudo-element may be outside its box.
      if (isNear || /^(?:html|body)$/.test(element.localName)) found.push(element);
    }
  }
  return found;
}

/** Returns whether an element is in view, or has a box anywhere. */
export function isLaidOut(element: Element, { top, left }: DOMRect, anywhere: boolean): boolean {
  if (top === 0 && left === 0 && Element.prototype.getClientRects.call(element).length === 0)
    return false;
  return anywhere || isInView(element, true);
}

/** Returns whether an image of invisible elements is pending: it delays the load event. */
export function awaitsHiddenStyleImage(settling: Settling): boolean {
  return shownElements(openTrees(), true).some((element) =>
    styleImages(element).some(
      (url) => !isStyleImageHere(settling, ownOf(element, 'ownerDocument'), url),
    ),
  );
}

/** Returns whether an image of a style has loaded: by its resource entry, or our probe image. */
export function isStyleImageHere(settling: Settling, owner: Document, url: string): boolean {
  if (hasCome(owner, url)) return true;
  const probe = settling.probes.get(url) ?? new Image();
  if (!settling.probes.has(url)) probe.src = url;
  settling.probes.set(url, probe);
  return probe.complete;
}

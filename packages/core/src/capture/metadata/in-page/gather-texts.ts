import { documentElementAs } from '../../../page/in-page/find-scroller.ts';
import { isVisible, ownElements, ownShadow } from '../../../page/in-page/own-nodes.ts';
import { onUndo } from '../../../page/in-page/undo.ts';
export interface StyledText {
  values: string[];
  size: string;
  characters: Set<string>;
  count: number;
}

export interface GatheredTexts {
  /** Number of characters of each style. */
  counts: number[];
  /** True if the whole page was read in time. */
  complete: boolean;
}

/** Properties that determine the font; the language last. */
export const fontProperties = [
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-size',
  'font-variant',
  'font-variation-settings',
  'font-synthesis',
  'text-transform',
  '-webkit-locale',
];

/** Writes the characters of each style into an invisible corner: the font depends on no more. */
export function gatherTexts(boundMs: number, maxStyles: number): GatheredTexts {
  const endsAt = performance.now() + boundMs;
  const styles = new Map<string, StyledText>();
  const first = documentElementAs('documentElement');
  const roots: (Element | ShadowRoot)[] = first ? [first] : [];
  for (let index = 0; index < roots.length && performance.now() < endsAt; index += 1) {
    const root = roots[index] as Element | ShadowRoot;
    noteTexts(root, styles, endsAt);
    for (const element of ownElements(root, '*')) {
      const shadowRoot = ownShadow(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  for (const root of roots) noteFields(root, styles, endsAt);
  const wanted = [...styles.values()]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  writeSamples(wanted.slice(0, maxStyles));
  return {
    counts: wanted.slice(0, maxStyles).map(({ count }) => count),
    complete: performance.now() < endsAt && wanted.length <= maxStyles,
  };
}

export function noteText(
  styles: Map<string, StyledText>,
  text: string,
  style: CSSStyleDeclaration,
): void {
  const values = fontProperties.map((name) =>
    name === 'font-size' ? '' : style.getPropertyValue(name),
  );
  const key = values.join('|');
  const known = styles.get(key) ?? {
    values,
    size: style.fontSize,
    characters: new Set<string>(),
    count: 0,
  };
  styles.set(key, known);
  for (const character of text) {
    if (character.trim() === '') continue;
    known.count += 1;
    known.characters.add(character);
  }
}

export function noteTexts(
  root: Element | ShadowRoot,
  styles: Map<string, StyledText>,
  endsAt: number,
): void {
  const unread = /^(?:script|style|noscript|template|title|head|meta|link|option)$/i;
  const walker = Document.prototype.createTreeWalker.call(document, root, 4);
  let last: Element | undefined;
  let style: CSSStyleDeclaration | undefined;
  while (walker.nextNode() && performance.now() < endsAt) {
    const { data, parentElement } = walker.currentNode as Text;
    const parent = parentElement ?? (root as ShadowRoot).host;
    if (!parent || data.trim() === '' || unread.test(parent.localName)) continue;
    if (parent !== last) {
      last = parent;
      const isShown = isVisible(parent, { visibilityProperty: true });
      style = isShown ? getComputedStyle(parent) : undefined;
    }
    if (style) noteText(styles, data, style);
  }
}

/** Collects the text of fields, and generated content before and after elements. */
export function noteFields(
  root: Element | ShadowRoot,
  styles: Map<string, StyledText>,
  endsAt: number,
): void {
  const silent = /^(?:hidden|checkbox|radio|file|image|range|color)$/;
  for (const element of ownElements(root, 'body, body *, :host > *')) {
    if (performance.now() >= endsAt) return;
    const { type, value, placeholder } = element as HTMLInputElement;
    if (/^(?:input|textarea)$/.test(element.localName) && !silent.test(type)) {
      const text = value || placeholder || '';
      if (text && isVisible(element, { visibilityProperty: true })) {
        noteText(styles, text, getComputedStyle(element));
      }
    }
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo);
      if (!style.content.includes('"')) continue;
      if (!isVisible(element, { visibilityProperty: true })) continue;
      const texts = style.content.matchAll(/"((?:[^"\\]|\\.)*)"/g);
      noteText(styles, [...texts].map(([, text]) => text).join(''), style);
    }
  }
}

/** Writes the characters of each style where they are invisible. */
export function writeSamples(texts: readonly StyledText[]): void {
  const world = globalThis as typeof globalThis & { tintypeTexts?: (ChildNode | null)[] };
  const html = () =>
    Document.prototype.createElementNS.call(
      document,
      'http://www.w3.org/1999/xhtml',
      'div',
    ) as HTMLDivElement;
  const set = (element: HTMLElement, values: readonly (readonly [string, string])[]) => {
    for (const [name, value] of values) element.style.setProperty(name, value, 'important');
  };
  const host = html();
  set(host, [
    ['all', 'initial'],
    ['position', 'fixed'],
    ['top', '0'],
    ['left', '0'],
    ['visibility', 'hidden'],
    ['pointer-events', 'none'],
  ]);
  const corner = host.attachShadow({ mode: 'closed' });
  world.tintypeTexts = texts.map(({ values, size, characters }) => {
    const line = html();
    set(
      line,
      fontProperties.slice(0, -1).map((name, index) => [name, values[index] || size] as const),
    );
    line.style.setProperty('white-space', 'pre', 'important');
    line.lang = (values.at(-1) ?? '').replace(/^"|"$/g, '').replace('auto', '');
    // A line break paints no glyph; a space would.
    line.append([...characters].join('\n'));
    corner.append(line);
    return line.firstChild;
  });
  documentElementAs('documentElement')?.append(host);
  onUndo(() => host.remove());
  // An element has no glyphs before it is laid out.
  host.getBoundingClientRect();
}

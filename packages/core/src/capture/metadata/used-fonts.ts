import type { PageHandle } from '../../page/page-handle.ts';

/** The longest that the search may take: it must not hold up a render. */
const boundMs = 2000;

/** Of that time, the share for reading the page. */
const readShare = 0.7;

/** Styles that are looked at, those with the most text first. */
const maxStyles = 400;

/** What was used of the fonts, or of as many as could be looked at in time. */
export interface UsedFonts {
  /** Families, the one with the most glyphs first. */
  families: string[];
  complete: boolean;
}

/**
 * Reads which characters the page shows in which style, and writes each style's characters once into a closed, unseen
 * corner of the page. Which font paints a character depends on nothing else, and asking about some dozens of texts takes
 * milliseconds where asking about 20,000 took half a minute. Gives how many characters each style has on the page.
 */
const gather = `((boundMs, maxStyles) => {
  const endsAt = performance.now() + boundMs;
  const properties = ['font-family', 'font-weight', 'font-style', 'font-stretch', 'font-size', 'font-variant',
    'font-variation-settings', 'font-synthesis', 'text-transform', '-webkit-locale'];
  const styles = new Map();
  const note = (text, style) => {
    const values = properties.map((name) => name === 'font-size' ? '' : style.getPropertyValue(name));
    const key = values.join('|');
    let known = styles.get(key);
    if (!known) styles.set(key, known = { values, size: style.fontSize, characters: new Set(), count: 0 });
    for (const character of text) {
      if (character.trim() === '') continue;
      known.count += 1;
      known.characters.add(character);
    }
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const unread = /^(?:script|style|noscript|template|title|head|meta|link|option)$/i;
  const roots = document.documentElement ? [document.documentElement] : [];
  const timely = () => performance.now() < endsAt;
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let last; let style;
    while (walker.nextNode() && timely()) {
      const { data, parentElement } = walker.currentNode;
      const parent = parentElement ?? root.host;
      if (!parent || data.trim() === '' || unread.test(parent.localName)) continue;
      if (parent !== last) { last = parent; style = isShown(parent) ? getComputedStyle(parent) : undefined; }
      if (style) note(data, style);
    }
  };
  const rest = (root) => {
    for (const element of root.querySelectorAll('body, body *, :host > *')) {
      if (!timely()) return;
      if (/^(?:input|textarea)$/.test(element.localName) && !/^(?:hidden|checkbox|radio|file|image|range|color)$/.test(element.type)) {
        const text = element.value || element.placeholder || '';
        if (text && isShown(element)) note(text, getComputedStyle(element));
      }
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        if (!style.content.includes('"') || !isShown(element)) continue;
        note([...style.content.matchAll(/"((?:[^"\\\\]|\\\\.)*)"/g)].map(([, text]) => text).join(''), style);
      }
    }
  };
  for (let index = 0; index < roots.length && timely(); index += 1) {
    texts(roots[index]);
    for (const element of roots[index].querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  for (const root of roots) rest(root);
  const wanted = [...styles.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const html = (name) => document.createElementNS('http://www.w3.org/1999/xhtml', name);
  const host = html('div');
  const set = (element, values) => values.forEach(([name, value]) => element.style.setProperty(name, value, 'important'));
  set(host, [['all', 'initial'], ['position', 'fixed'], ['top', '0'], ['left', '0'], ['visibility', 'hidden'], ['pointer-events', 'none']]);
  const corner = host.attachShadow({ mode: 'closed' });
  globalThis.tintypeTexts = wanted.slice(0, maxStyles).map(({ values, size, characters }) => {
    const line = html('div');
    set(line, properties.slice(0, -1).map((name, index) => [name, values[index] || size]));
    line.style.setProperty('white-space', 'pre', 'important');
    line.lang = values.at(-1).replace(/^"|"$/g, '').replace('auto', '');
    // A line break paints no glyph, where a space would.
    line.append([...characters].join('\\n'));
    corner.append(line);
    return line.firstChild;
  });
  document.documentElement?.append(host);
  // What has not been laid out has no glyphs yet.
  host.getBoundingClientRect();
  return { counts: wanted.slice(0, maxStyles).map(({ count }) => count), complete: timely() && wanted.length <= maxStyles };
})`;

/** The families whose glyphs are on the page: what it was painted with, not what its styles list. */
export async function usedFonts(page: PageHandle): Promise<UsedFonts> {
  const limitMs = Math.min(boundMs, page.deadline.remainingMs() / 2);
  const search: Search = { totals: new Map(), complete: false };
  const work = look(page, search, limitMs * readShare);
  await Promise.race([work, page.deadline.sleep(limitMs)]);
  const families = [...search.totals].toSorted(([, a], [, b]) => b - a);
  return { families: families.map(([family]) => family), complete: search.complete };
}

/** What is known so far: time can be over at any moment. */
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
  const { result } = await session.send('Runtime.evaluate', {
    expression: `${gather}(${readMs}, ${maxStyles})`,
    contextId,
    returnByValue: true,
  });
  const { counts, complete } = result.value as { counts: number[]; complete: boolean };
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

/** The fonts of one style share its characters as they share the glyphs of its sample. */
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

import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import { writingScripts } from './writing-scripts.ts';

/** Latin letters are those that every machine has, and that most pages hold nothing else of. */
const otherScripts = writingScripts.filter(({ script }) => script !== 'Latin');

/** How much of a page's text is looked at, and how many elements with other letters than Latin ones: it must not hold up a render. */
const characterLimit = 500_000;
const elementLimit = 2000;
const answerLimitMs = 500;

/**
 * Says which scripts of the visible text no font has. A text in Latin letters costs one regular expression; of each other script, one
 * letter is painted in the style of its element and compared with a character that is not assigned, which every font shows as its box.
 */
const look = `((scripts, characterLimit, elementLimit) => {
  const wanted = scripts.map((letters) => new RegExp(letters, 'u'));
  const other = /[^\\0-ɏ\\u2000-\\u22ff]/;
  const seen = new Set();
  const missing = [];
  let left = characterLimit;
  let elements = elementLimit;
  let pen;
  const painted = (text, font) => {
    pen ??= new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true });
    pen.clearRect(0, 0, 48, 48);
    pen.font = font;
    pen.fillText(text, 4, 34);
    return pen.getImageData(0, 0, 48, 48).data.join();
  };
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  while (left > 0 && seen.size < wanted.length && walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    left -= data.length;
    if (!other.test(data)) continue;
    if (elements-- === 0) break;
    if (!parent || /^(?:script|style|noscript|template|title|textarea)$/i.test(parent.localName)) continue;
    wanted.forEach((letters, index) => {
      const found = seen.has(index) ? null : letters.exec(data);
      if (!found || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
      seen.add(index);
      const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parent);
      const font = fontStyle + ' ' + fontWeight + ' 24px ' + fontFamily;
      if (painted(found[0], font) === painted('\\u0378', font)) missing.push(index);
    });
  }
  return missing;
})`;

/**
 * Begins to look for letters that the page shows as boxes. The page is looked at while its screenshot is taken.
 * @returns what waits for the answer and warns of what is missing; it never rejects
 */
export function watchMissingGlyphs(
  page: PageHandle,
  request: RenderRequest,
  context: RenderContext,
): () => Promise<void> {
  if (page.needs.medium === 'text') return async () => {};
  const patterns = JSON.stringify(otherScripts.map(({ letters }) => letters));
  const looked = page
    .evaluate<number[]>(`${look}(${patterns}, ${characterLimit}, ${elementLimit})`)
    .catch((): number[] => []);
  return async () => {
    const late = page.deadline.sleep(answerLimitMs).then(
      (): number[] => [],
      (): number[] => [],
    );
    const found = await Promise.race<number[]>([looked, late]);
    const missing = otherScripts.filter((_script, index) => found.includes(index));
    if (missing.length === 0) return;
    const packages = [...new Set(missing.map(({ package: name }) => name))];
    context.warn(
      `No font of this machine has ${missing.map(({ script }) => script).join(', ')}: the page shows boxes instead. On Debian and Ubuntu: apt-get install ${packages.join(' ')}.`,
    );
  };
}

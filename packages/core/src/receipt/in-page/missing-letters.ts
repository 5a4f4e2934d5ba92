import { isVisible, ownOf } from '../../page/in-page/own-nodes.ts';

/** Scripts of visible text without a font: their letters look like an unassigned character. */
export function missingLetters(
  scripts: readonly string[],
  characterLimit: number,
  elementLimit: number,
): number[] {
  const wanted = scripts.map((letters) => new RegExp(letters, 'u'));
  // eslint-disable-next-line no-control-regex
  const other = /[^\0-\u024f\u2000-\u22ff]/;
  const seen = new Set<number>();
  const missing: number[] = [];
  let left = characterLimit;
  let elements = elementLimit;
  const body = ownOf(document, 'body') as Node | null;
  const walker = Document.prototype.createTreeWalker.call(document, body ?? document, 4);
  while (left > 0 && seen.size < wanted.length && walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode as Text;
    left -= data.length;
    if (!other.test(data)) continue;
    if (elements-- === 0) break;
    if (!parent || isUnreadElement(parent)) continue;
    wanted.forEach((letters, index) => {
      const found = seen.has(index) ? null : letters.exec(data);
      if (!found || !isVisible(parent, { visibilityProperty: true, opacityProperty: true })) {
        return;
      }
      seen.add(index);
      const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parent);
      const font = `${fontStyle} ${fontWeight} 24px ${fontFamily}`;
      if (paintedText(found[0], font) === paintedText('\u0378', font)) missing.push(index);
    });
  }
  return missing;
}

export function isUnreadElement({ localName }: Element): boolean {
  return /^(?:script|style|noscript|template|title|textarea)$/i.test(localName);
}

export function paintedText(text: string, font: string): string {
  const world = globalThis as typeof globalThis & {
    tintypePen?: OffscreenCanvasRenderingContext2D | null;
  };
  const pen = (world.tintypePen ??= new OffscreenCanvas(48, 48).getContext('2d', {
    willReadFrequently: true,
  }));
  if (!pen) return text;
  pen.clearRect(0, 0, 48, 48);
  pen.font = font;
  pen.fillText(text, 4, 34);
  return pen.getImageData(0, 0, 48, 48).data.join();
}

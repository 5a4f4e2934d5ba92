import { isVisible, ownOf } from '../../page/in-page/own-nodes.ts';

/** Scripts of visible text without a font: their letters look like an unassigned character. */
export function missingLetters(
  scripts: readonly string[],
  characterLimit: number,
  elementLimit: number,
): number[] {
  const body = ownOf(document, 'body') as Node | null;
  // eslint-disable-next-line no-control-regex
  const others = /[^\0-\u024f\u2000-\u22ff]+/g;
  const text = ownOf(body ?? ownOf(document, 'documentElement'), 'textContent') ?? '';
  const letters = text.slice(0, characterLimit).match(others)?.join('') ?? '';
  if (letters === '') return [];
  const wanted = new Set(
    scripts
      .map((pattern, index) => ({ index, pattern: new RegExp(pattern, 'u') }))
      .filter(({ pattern }) => pattern.test(letters)),
  );
  const missing: number[] = [];
  let left = characterLimit;
  let elements = elementLimit;
  const walker = Document.prototype.createTreeWalker.call(document, body ?? document, 4);
  while (left > 0 && wanted.size > 0 && walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode as Text;
    left -= data.length;
    if (data.search(others) < 0) continue;
    if (elements-- === 0) break;
    if (!parent || isUnreadElement(parent)) continue;
    for (const script of wanted) {
      const found = script.pattern.exec(data);
      if (!found || !isVisible(parent, { visibilityProperty: true, opacityProperty: true })) {
        continue;
      }
      wanted.delete(script);
      const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parent);
      const font = `${fontStyle} ${fontWeight} 24px ${fontFamily}`;
      if (isUnassigned(found[0], font)) missing.push(script.index);
    }
  }
  return missing;
}

export function isUnreadElement({ localName }: Element): boolean {
  return /^(?:script|style|noscript|template|title|textarea)$/i.test(localName);
}

/** Returns whether a letter looks like an unassigned character. */
export function isUnassigned(letter: string, font: string): boolean {
  const world = globalThis as typeof globalThis & {
    tintypePen?: OffscreenCanvasRenderingContext2D | null;
  };
  const pen = (world.tintypePen ??= new OffscreenCanvas(48, 48).getContext('2d', {
    willReadFrequently: true,
  }));
  if (!pen) return false;
  pen.font = font;
  const texts = [letter, '\u0378'];
  const [own, box] = texts.map((text) => inkOf(pen, text));
  // The first text that is painted takes milliseconds.
  if (own !== box) return false;
  const [painted, boxed] = texts.map((text) => paintedText(pen, text));
  return painted?.every((pixel, at) => pixel === boxed?.[at]) === true;
}

/** Returns the edges of what a text paints. */
export function inkOf(pen: OffscreenCanvasRenderingContext2D, text: string): string {
  const metrics = pen.measureText(text);
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = metrics;
  return `${left} ${right} ${metrics.actualBoundingBoxAscent} ${metrics.actualBoundingBoxDescent}`;
}

export function paintedText(pen: OffscreenCanvasRenderingContext2D, text: string): Uint32Array {
  pen.clearRect(0, 0, 48, 48);
  pen.fillText(text, 4, 34);
  return new Uint32Array(pen.getImageData(0, 0, 48, 48).data.buffer);
}

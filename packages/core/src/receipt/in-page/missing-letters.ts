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
  const wanted = new Set(
    scripts
      .map((pattern, index) => ({ index, pattern: new RegExp(pattern, 'u') }))
      .filter(({ pattern }) => pattern.test(letters)),
  );
  const missing: number[] = [];
  const boxes = new Map<string, Uint32Array>();
  let left = characterLimit;
  let elements = elementLimit;
  const walker = Document.prototype.createTreeWalker.call(document, body ?? document, 4);
  while (left > 0 && wanted.size > 0 && walker.nextNode()) {
    const node = walker.currentNode as Text;
    const { data } = node;
    left -= data.length;
    if (data.search(others) < 0) continue;
    if (elements-- === 0) break;
    const parent = node.parentElement;
    if (!parent || isUnreadElement(parent)) continue;
    for (const script of wanted) {
      const found = script.pattern.exec(data);
      if (!found || !isVisible(parent, { visibilityProperty: true, opacityProperty: true })) {
        continue;
      }
      wanted.delete(script);
      const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parent);
      const font = `${fontStyle} ${fontWeight} 24px ${fontFamily}`;
      const box = boxes.get(font) ?? paintedText('\u0378', font);
      boxes.set(font, box);
      if (paintedText(found[0], font).every((pixel, at) => pixel === box[at])) {
        missing.push(script.index);
      }
    }
  }
  return missing;
}

export function isUnreadElement({ localName }: Element): boolean {
  return /^(?:script|style|noscript|template|title|textarea)$/i.test(localName);
}

export function paintedText(text: string, font: string): Uint32Array {
  const world = globalThis as typeof globalThis & {
    tintypePen?: OffscreenCanvasRenderingContext2D | null;
  };
  const pen = (world.tintypePen ??= new OffscreenCanvas(48, 48).getContext('2d', {
    willReadFrequently: true,
  }));
  if (!pen) return Uint32Array.of(text.codePointAt(0) ?? 0);
  pen.clearRect(0, 0, 48, 48);
  pen.font = font;
  pen.fillText(text, 4, 34);
  return new Uint32Array(pen.getImageData(0, 0, 48, 48).data.buffer);
}

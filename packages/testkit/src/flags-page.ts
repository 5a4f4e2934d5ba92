import { COLOURS } from './colour.ts';
import type { DecodedImage } from './read-pixels.ts';

/** Side of a flag, in CSS pixels. */
const SIDE = 20;

/**
 * A page that shows media queries: one square for each, green where it matches and red where not.
 * Works without scripts.
 */
export function mediaFlagsPage(queries: readonly string[]): string {
  const rules = queries.map((query, index) => `@media ${query}{#f${index}{background:#0f0}}`);
  return flagsDocument(queries.length, `<style>${rules.join('\n')}</style>`);
}

/**
 * A page that shows JavaScript expressions: one square for each, green where it is (or resolves to)
 * true and red where not.
 */
export function scriptFlagsPage(expressions: readonly string[], head = ''): string {
  const lines = expressions.map(
    (expression, index) =>
      `Promise.resolve().then(() => (${expression})).then((value) => {
  if (value === true) document.getElementById('f${index}').style.background = '#0f0';
});`,
  );
  return flagsDocument(expressions.length, head, `<script>${lines.join('\n')}</script>`);
}

function flagsDocument(count: number, head: string, tail = ''): string {
  const squares = Array.from({ length: count }, (_, index) => `<i id="f${index}"></i>`);
  const css = `html,body{margin:0;background:#fff}
i{position:absolute;top:0;width:${SIDE}px;height:${SIDE}px;background:#f00}
${squares.map((_, index) => `#f${index}{left:${index * SIDE}px}`).join('')}`;
  return `<!doctype html><meta charset="utf-8"><title>flags</title><style>${css}</style>${head}${squares.join('')}${tail}`;
}

/**
 * Reads the squares of a flags page out of its image. Throws where a square is neither green nor
 * red.
 */
export function readFlags(image: DecodedImage, count: number, scale = 1): boolean[] {
  return Array.from({ length: count }, (_, index) => {
    const area = {
      x: Math.round((index + 0.25) * SIDE * scale),
      y: Math.round(0.25 * SIDE * scale),
      width: Math.floor(0.5 * SIDE * scale),
      height: Math.floor(0.5 * SIDE * scale),
    };
    if (image.firstMismatch(COLOURS.green, 0, area) === undefined) return true;
    image.expectSolid(COLOURS.red, 0, area);
    return false;
  });
}

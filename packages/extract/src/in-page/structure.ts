import { ownAttribute } from '@tintype/core/in-page';
import { escapeAttribute } from './page-text.ts';

/** Tags with attributes that identify parts: names, roles, microdata, places. */
export function structuredTags(
  element: Element,
  style: CSSStyleDeclaration,
  [open, close]: [open: string, close: string],
  isClosed = false,
): [open: string, close: string] {
  const at = /^\s*<[a-z][a-z0-9]*/.exec(open)?.[0];
  const isNamed = / (id|class)="/.test(open);
  const text = structureOf(element, style, isNamed) + (isClosed ? ' data-closed=""' : '');
  if (at !== undefined) return [at + text + open.slice(at.length), close];
  const isSaid = / (role|itemprop|rel|data-closed)="/.test(text);
  return isSaid ? [`${open}<span${text}>`, `</span>${close}`] : [open, close];
}

export function structureOf(
  element: Element,
  style: CSSStyleDeclaration,
  isNamed: boolean,
): string {
  let text = '';
  const names = ['role', 'itemprop', 'itemtype', 'datetime', 'rel'];
  if (!isNamed) names.push('id', 'class');
  for (const name of names) {
    const value = ownAttribute(element, name);
    if (value) text += ` ${name}="${escapeAttribute(value.slice(0, 300))}"`;
  }
  if (style.position === 'fixed' || style.position === 'sticky') {
    text += ` data-pinned="${style.position}"`;
  }
  if (!/^(inline|contents|ruby)/.test(style.display)) {
    const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
    text += ` data-box="${[x, y, width, height].map(Math.round).join(' ')}"`;
  }
  if (/^h[1-6]$/.test(element.localName))
    text += ` data-font="${Number.parseFloat(style.fontSize)}"`;
  return text;
}

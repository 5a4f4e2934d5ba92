import { takeOut } from './document-html.ts';
import { onUndo, ownAttribute, ownElements } from '@tintype/core/in-page';

/** More parts of one page than this are left where they are. */
export const maxParts = 200;

/** Moves late parts of a React server into place: `S:0` to `<template id="B:0">` or `P:0`. */
export function placeStreamedParts(root: Element): void {
  for (const part of [...ownElements(root, 'div[hidden][id^="S:"]')].slice(0, maxParts)) {
    const number = /^S:([0-9a-f]{1,8})$/.exec(ownAttribute(part, 'id') ?? '')?.[1];
    const place =
      number && ownElements(root, `template:is([id="B:${number}"], [id="P:${number}"])`)[0];
    if (!place || Node.prototype.contains.call(part, place)) continue;
    takeOut(part);
    place.before(part);
    Element.prototype.removeAttribute.call(part, 'hidden');
    onUndo(() => Element.prototype.setAttribute.call(part, 'hidden', ''));
  }
}

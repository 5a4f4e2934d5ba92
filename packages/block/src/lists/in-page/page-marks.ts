/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { ownAttribute, ownElements, ownOf, setOwn } from '@tintype/core/in-page';

/** Keys by which rules of lists are looked up. */
export interface PageMarks {
  url: string;
  ids: string[];
  classes: string[];
}

/** Ids and classes of a page, as many as are worth asking about. */
export function readMarks(): PageMarks {
  const ids = new Set<string>();
  const classes = new Set<string>();
  for (const element of ownElements(document, '[id], [class]')) {
    const id = ownAttribute(element, 'id');
    if (id) ids.add(id);
    for (const name of ownOf(element, 'classList')) classes.add(name);
    if (ids.size + classes.size > 5000) break;
  }
  return { url: ownOf(document, 'URL'), ids: [...ids], classes: [...classes] };
}

/** Puts a sheet behind those of the page. */
export function adoptSheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  setOwn(document, 'adoptedStyleSheets', [...ownOf(document, 'adoptedStyleSheets'), sheet]);
}

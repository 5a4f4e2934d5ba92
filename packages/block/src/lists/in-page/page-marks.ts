/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What rules of lists are looked up by. */
export interface PageMarks {
  url: string;
  ids: string[];
  classes: string[];
}

/** Ids and classes of a page, as many as are worth asking about. */
export function readMarks(): PageMarks {
  const ids = new Set<string>();
  const classes = new Set<string>();
  for (const element of document.querySelectorAll('[id], [class]')) {
    if (element.id) ids.add(element.id);
    for (const name of element.classList) classes.add(name);
    if (ids.size + classes.size > 5000) break;
  }
  return { url: document.URL, ids: [...ids], classes: [...classes] };
}

/** Puts a sheet behind those of the page. */
export function adoptSheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

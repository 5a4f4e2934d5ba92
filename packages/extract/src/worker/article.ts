import type { PageHead } from '../in-page/visible-types.ts';
import { contentModel } from './main-content/content-model.ts';
import { keepMainContent } from './main-content/main-content.ts';
import { escape, parsePage, type PageSource } from './parse-page.ts';
import { descendants, elementsOf, headingOf, oneLine } from './tree.ts';

/** A page with what it says of itself. */
export interface ArticleSource extends PageSource {
  head?: PageHead;
  /** Number of pages of the PDF that the page replaces. */
  pdfPages?: number;
}

/** Reduces the body to its title and main content; keeps the whole page without any. */
export function contentOf(body: Element, page: ArticleSource): Element {
  const title = titleOf(page, body);
  // The page for a PDF was made of its text alone.
  const isFound = page.pdfPages !== undefined || keepMainContent(body, page, contentModel);
  if (isFound && title !== '' && elementsOf(body, 'h1').length === 0) {
    const heading = body.ownerDocument.createElement('h1');
    heading.textContent = title;
    const own = elementsOf(body, 'h2').find((one) => oneLine(one.textContent) === title);
    if (own) own.replaceWith(heading);
    else body.prepend(heading);
  }
  return body;
}

/** Attributes that only told what the parts of the page are. */
const told = [
  'data-box',
  'data-closed',
  'data-font',
  'data-pinned',
  'itemtype',
  'itemprop',
  'role',
  'rel',
  'datetime',
];

function stripStructure(body: Element): void {
  for (const element of descendants(body)) {
    for (const name of told) {
      // The role marks tables that are for layout.
      if (name === 'role' && element.nodeName === 'TABLE') continue;
      element.removeAttribute(name);
    }
  }
}

/** The heading of the page, if any: a document's title often names the site as well. */
function titleOf(page: PageSource, body: Element): string {
  return headingOf(body, page.title) || withoutSite(oneLine(page.title));
}

/** `Title - Site` without the site, where enough is left. */
function withoutSite(title: string): string {
  const [, own = ''] = /^(.*\S)\s[-|–—/»·]\s\S.*$/.exec(title) ?? [];
  return own.split(' ').length >= 3 ? own : title;
}

/** An article as a document of its own. */
export function articleDocument(page: ArticleSource): string {
  const body = contentOf(parsePage(page).body, page);
  stripStructure(body);
  const language = page.language === '' ? '' : ` lang="${escape(page.language)}"`;
  return `<!DOCTYPE html>\n<html${language}><head><meta charset="utf-8"><title>${escape(page.title)}</title></head><body>${body.innerHTML}</body></html>\n`;
}

import { Readability } from '@mozilla/readability';
import { escape, parsePage, type PageSource } from './parse-page.ts';

/** The article of a page, its title first; the whole page when there is none. */
export function articleOf(page: PageSource): Element {
  const article = readArticle(page);
  const { body } = parsePage({ ...page, html: article ?? page.html });
  const title = article === undefined ? '' : titleOf(page);
  if (title !== '' && body.getElementsByTagName('h1').length === 0) {
    const heading = body.ownerDocument.createElement('h1');
    heading.textContent = title;
    body.prepend(heading);
  }
  return body;
}

function readArticle(page: PageSource): string | undefined {
  const article = new Readability(parsePage(page), {
    keepClasses: true,
    disableJSONLD: true,
  }).parse();
  const text = article?.textContent?.trim() ?? '';
  return article?.content && text !== '' ? article.content : undefined;
}

/** The heading of the page where it has one, since a document's title often names the site as well. */
function titleOf(page: PageSource): string {
  const headings = [...parsePage(page).body.getElementsByTagName('h1')];
  const texts = headings.map((heading) => (heading.textContent ?? '').replace(/\s+/g, ' ').trim());
  const title = page.title.replace(/\s+/g, ' ').trim();
  const named = texts.filter((text) => text !== '' && title.includes(text));
  return (
    named.toSorted((a, b) => b.length - a.length)[0] ??
    (texts.length === 1 ? texts[0] : undefined) ??
    title
  );
}

/** An article as a document of its own. */
export function articleDocument(page: PageSource): string {
  const { innerHTML } = articleOf(page);
  const language = page.language === '' ? '' : ` lang="${escape(page.language)}"`;
  return `<!DOCTYPE html>\n<html${language}><head><meta charset="utf-8"><title>${escape(page.title)}</title></head><body>${innerHTML}</body></html>\n`;
}

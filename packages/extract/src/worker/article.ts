import { Readability } from '@mozilla/readability';
import { escape, parsePage, type PageSource } from './parse-page.ts';

/** The article of a page, its title first; the whole page when there is none. */
export function articleOf(page: PageSource): Element {
  const article = readArticle(page);
  const { body } = parsePage({ ...page, html: article?.html ?? page.html });
  const title = article === undefined ? '' : titleOf(page, article.title);
  if (title !== '' && body.getElementsByTagName('h1').length === 0) {
    const heading = body.ownerDocument.createElement('h1');
    heading.textContent = title;
    // The extractor turns first headings into second ones.
    const own = [...body.getElementsByTagName('h2')].find(
      (one) => oneLine(one.textContent) === title,
    );
    if (own) own.replaceWith(heading);
    else body.prepend(heading);
  }
  return body;
}

function readArticle(page: PageSource): { html: string; title: string } | undefined {
  const article = new Readability(parsePage(page), {
    keepClasses: true,
    disableJSONLD: true,
  }).parse();
  const text = article?.textContent?.trim() ?? '';
  if (!article?.content || text === '') return undefined;
  return { html: article.content, title: article.title ?? '' };
}

/** The heading of the page where it has one, since a document's title often names the site as well. */
function titleOf(page: PageSource, articleTitle: string): string {
  const headings = [...parsePage(page).body.getElementsByTagName('h1')];
  const texts = headings.map((heading) => oneLine(heading.textContent)).filter(Boolean);
  const title = oneLine(page.title);
  const [named] = texts
    .filter((text) => title.includes(text))
    .toSorted((a, b) => b.length - a.length);
  const only = texts.length === 1 ? texts[0] : undefined;
  return named ?? only ?? (oneLine(articleTitle) || title);
}

function oneLine(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** An article as a document of its own. */
export function articleDocument(page: PageSource): string {
  const { innerHTML } = articleOf(page);
  const language = page.language === '' ? '' : ` lang="${escape(page.language)}"`;
  return `<!DOCTYPE html>\n<html${language}><head><meta charset="utf-8"><title>${escape(page.title)}</title></head><body>${innerHTML}</body></html>\n`;
}

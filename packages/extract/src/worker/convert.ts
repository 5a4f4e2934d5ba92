import { articleDocument, articleOf } from './article.ts';
import { parsePage, type PageSource } from './parse-page.ts';
import { toMarkdown } from './to-markdown.ts';

/** One document to convert. */
export interface Job extends PageSource {
  format: 'html' | 'md';
  mainContent: boolean;
}

/** Makes the text of a job. A pure function: it runs in a worker because a hostile page can make it take for ever. */
export function convert({ format, mainContent, ...page }: Job): string {
  if (format === 'html') return articleDocument(page);
  return toMarkdown(mainContent ? articleOf(page) : parsePage(page).body);
}

import { articleDocument, contentOf, type ArticleSource } from './article.ts';
import { readMetadata } from './json/metadata.ts';
import { frontMatterOf, pageJson, readContent } from './json/page-json.ts';
import { lettersOf, lostShare } from './lost-text.ts';
import { parsePage } from './parse-page.ts';
import { plainPage } from './plain/plain-document.ts';
import type { PlainDocument } from './plain/plain-type.ts';
import { toMarkdown } from './to-markdown.ts';

export interface Job extends ArticleSource {
  format: 'html' | 'md' | 'json';
  mainContent: boolean;
  /** The document itself where it is no page. */
  plain?: PlainDocument;
  /** True to begin Markdown with the metadata of the page. */
  frontMatter?: boolean;
}

export interface Converted {
  text: string;
  /** Share of the letters that are not in the Markdown, from 0 to 1. */
  lost: number;
}

/** Converts a job to text, in a worker: a hostile page can keep it busy without end. */
export function convert({ plain, ...job }: Job): Converted {
  return plain ? convertPlain(plain, job) : convertPage(job);
}

/** A document that is no page is all content. */
function convertPlain(plain: PlainDocument, job: Job): Converted {
  const { html, title } = plainPage(plain);
  const page = { ...job, html, title: title || job.title, mainContent: false };
  return convertPage(page, plain.type === 'text/markdown' ? plain.text : undefined);
}

function convertPage(
  { format, mainContent, frontMatter = false, ...page }: Job,
  written?: string,
): Converted {
  if (format === 'html') return { text: articleDocument(page), lost: 0 };
  const { body } = parsePage(page);
  const isDescribed = format === 'json' || frontMatter;
  const metadata = isDescribed ? readMetadata(body, page) : undefined;
  const root = mainContent ? contentOf(body, page) : body;
  const letters = lettersOf(root);
  const content = format === 'json' ? readContent(root, page.url) : undefined;
  const markdown = written ?? toMarkdown(root);
  const lost = written === undefined ? lostShare(letters, markdown) : 0;
  if (metadata && content) {
    return { text: `${JSON.stringify(pageJson(metadata, markdown, content, page.head))}\n`, lost };
  }
  return { text: metadata ? frontMatterOf(metadata) + markdown : markdown, lost };
}

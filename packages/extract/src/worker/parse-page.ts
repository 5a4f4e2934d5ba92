import { parseHTML } from 'linkedom/worker';

/** The page as {@link convert} gets it. */
export interface PageSource {
  /** The inside of the body. */
  html: string;
  title: string;
  language: string;
  url: string;
}

/** Parses a page. Its document shares nothing with any other. */
export function parsePage({ html, title, language }: PageSource): Document {
  const lang = language === '' ? '' : ` lang="${escape(language)}"`;
  const { document } = parseHTML(
    `<!doctype html><html${lang}><head><title>${escape(title)}</title></head><body>${html}</body></html>`,
  );
  return document;
}

export function escape(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

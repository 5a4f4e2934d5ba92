import { escape } from '../parse-page.ts';
import { pdfHtml } from './pdf-html.ts';
import type { PdfText } from './pdf-text.ts';

/** A PDF as the page that stands for it. */
export interface PdfPageHtml {
  html: string;
  /** What the page lacks of the file, in sentences. */
  warnings: string[];
}

/** Writes the page that stands for a PDF: its text, and in its head what the file says of itself. */
export function pdfPage(pdf: PdfText, url: string): PdfPageHtml {
  const { body, heading, empty } = pdfHtml(pdf);
  const meta = [
    ['author', pdf.author],
    ['description', pdf.description],
    ['article:published_time', pdf.created],
    ['article:modified_time', pdf.modified],
    ['pdf:pages', String(pdf.count)],
  ]
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `<meta name="${name}" content="${escape(oneLine(value))}">`);
  const language = /^[a-z]{2,3}(?:-\w{2,8})*$/i.test(pdf.language) ? ` lang="${pdf.language}"` : '';
  const title = titleOf(pdf.title) || heading || fileNameOf(url);
  return {
    html: `<!DOCTYPE html>\n<html${language}><head><meta charset="utf-8"><title>${escape(oneLine(title))}</title>${meta.join('')}</head><body><main>\n${body}\n</main></body></html>\n`,
    warnings: warningsOf(pdf, empty),
  };
}

function warningsOf({ pages, count, isCut }: PdfText, empty: number): string[] {
  const warnings: string[] = [];
  if (empty === pages.length) {
    warnings.push('The PDF has no text: its pages are images, or its letters have no meaning.');
  } else if (empty > 0) {
    warnings.push(`Of the pages of the PDF, ${empty} have no text: they are images, or empty.`);
  }
  if (isCut) {
    warnings.push(`The text of the PDF is too long: all after page ${pages.length} is left out.`);
  } else if (count > pages.length) {
    warnings.push(`The PDF has ${count} pages: all after page ${pages.length} are left out.`);
  }
  return warnings;
}

/** Programs put the name of their file where a title belongs. */
function titleOf(written: string): string {
  const title = oneLine(written).replace(/^Microsoft \w+ - /, '');
  const isFile = /\.(?:docx?|odt|rtf|tex|dvi|indd|pdf|qxd|pptx?|xlsx?|ps|html?)$/i.test(title);
  return isFile || /^(?:untitled|unknown|no title)\b/i.test(title) ? '' : title;
}

function fileNameOf(url: string): string {
  const [name = ''] = (URL.parse(url)?.pathname ?? '').split('/').slice(-1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function oneLine(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\s\u0000-\u001f]+/g, ' ')
      .trim()
      .slice(0, 1000)
  );
}

import { escape } from '../parse-page.ts';
import { pdfHtml, type PdfHtml } from './pdf-html.ts';
import { pdfLimits } from './pdf-limits.ts';
import type { PdfText } from './pdf-text.ts';

export interface PdfPageHtml {
  html: string;
  /** Parts of the file that the page lacks, in sentences. */
  warnings: string[];
}

/** Writes the page that replaces a PDF: its text, and in its head the metadata of the file. */
export function pdfPage(pdf: PdfText, url: string): PdfPageHtml {
  const { body, heading, ...left } = pdfHtml(pdf, pdfLimits.html);
  const meta = [
    ['author', pdf.author],
    ['description', pdf.description],
    ['article:published_time', pdf.created],
    ['article:modified_time', pdf.modified],
    ['pdf:pages', String(pdf.count)],
  ]
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `<meta name="${name}" content="${escape(oneLine(value))}">`);
  const language = /^[a-z]{2,3}(?:-\w{2,8}){0,4}$/i.test(pdf.language)
    ? ` lang="${pdf.language}"`
    : '';
  const title = titleOf(pdf.title) || heading || fileNameOf(url);
  return {
    html: `<!DOCTYPE html>\n<html${language}><head><meta charset="utf-8"><title>${escape(oneLine(title))}</title>${meta.join('')}</head><body><main>\n${body}\n</main></body></html>\n`,
    warnings: warningsOf(pdf, left),
  };
}

function warningsOf(
  pdf: PdfText,
  { empty, running, cutAt }: Pick<PdfHtml, 'empty' | 'running' | 'cutAt'>,
): string[] {
  const { pages, isOutlineCut } = pdf;
  const warnings: string[] = [];
  if (empty === pages.length) {
    warnings.push('The PDF has no text: its pages are images, or its letters have no meaning.');
  } else if (empty > 0) {
    warnings.push(`Of the pages of the PDF, ${empty} have no text: they are images, or empty.`);
  }
  if (running > 0) {
    warnings.push(`Lines left out as headers, footers or page numbers: ${running}.`);
  }
  const cutText = pages.filter(({ isTextCut }) => isTextCut).length;
  if (cutText > 0) warnings.push(`${havePages(cutText)} more text than is read.`);
  const cutLinks = pages.filter(({ areLinksCut }) => areLinksCut).length;
  if (cutLinks > 0) warnings.push(`${havePages(cutLinks)} more links than are read.`);
  if (isOutlineCut) warnings.push('The outline of the PDF has more entries than are read.');
  if (cutAt !== undefined) {
    warnings.push(
      `The PDF would be too long as a page: what follows on page ${cutAt} is left out, and all after it.`,
    );
    return warnings;
  }
  return [...warnings, ...restOf(pdf)];
}

function havePages(count: number): string {
  return count === 1 ? '1 page of the PDF has' : `${count} pages of the PDF have`;
}

function restOf({ pages, count, endedBy }: PdfText): string[] {
  const last = pages.length;
  if (endedBy === 'length') {
    return [`The text of the PDF is too long: all after page ${last} is left out.`];
  }
  if (endedBy === 'time') {
    return [`The PDF takes too long to be read: all after page ${last} is left out.`];
  }
  return count > last ? [`The PDF has ${count} pages: all after page ${last} are left out.`] : [];
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

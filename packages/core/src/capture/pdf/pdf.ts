import { openPdf, refuseUnlessPdf } from './pdf-file.ts';
import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { defaultMarginPx, RenderError, type PdfRequest, pageRanges } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import { refusedInPrint } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { Capture, Captured, RenderContext } from '../../types.ts';
import { cropPage } from './crop-page.ts';
import { layOut, type PdfLayout } from './pdf-layout.ts';
import { keepCanvases } from './keep-canvases.ts';
import { readStream } from './read-stream.ts';

/** Maximum page size in Adobe's viewers (PDF 32000-1, Annex C); others have no limit. */
const acrobatLimitInches = 200;

/** Factors for printing a single page again that is too short for its document. */
const growth = [1.03, 1.25, 2];

/** Prints pages, with text, links and embedded fonts. The PDF at a URL is copied, not read. */
export function createPdfCapture(): Capture<PdfRequest> {
  const copies = new WeakMap<PageHandle['lease'], Uint8Array>();
  return {
    async pageOfPdf({ bytes }, { lease }) {
      refuseUnlessPdf(bytes);
      copies.set(lease, bytes);
      return '<!doctype html><title>PDF</title><p>PDF';
    },
    async capture(page, request, context) {
      const copy = copies.get(page.lease);
      if (copy === undefined) return printPage(page, request, context);
      context.warn(
        'The address is that of a PDF: the file is a copy of it, and no parameter changes it.',
      );
      return async () => ({ body: copy });
    },
  };
}

async function printPage(
  page: PageHandle,
  request: PdfRequest,
  context: RenderContext,
): Promise<() => Promise<Captured>> {
  page.deadline.activity = 'copying canvases';
  await keepCanvases(page, context);
  page.deadline.activity = 'laying the page out on paper';
  const layout = await layOut(page, request);
  page.deadline.activity = 'printing the PDF';
  const printed = layout.onePage
    ? await printOnePage(page, request, layout, context)
    : await print(page, request, layout);
  const body = layout.crop ? cropPage(printed, layout.crop) : printed;
  refuseMissingPages(request, body);
  if (layout.paper) warnOfSize(body, context);
  return async () => ({ body });
}

async function printOnePage(
  page: PageHandle,
  request: PdfRequest,
  layout: PdfLayout,
  context: RenderContext,
): Promise<Buffer> {
  let body = await print(page, request, layout);
  for (const factor of growth) {
    if (countPages(body) <= 1) break;
    body = await print(page, request, layout.taller(factor));
  }
  if (countPages(body) > 1) {
    context.warn('pdf_single_page: the document grew with its paper, so it takes several pages.');
  }
  if (layout.height > acrobatLimitInches * 96) {
    context.warn('The page of the PDF is taller than 200 in: Acrobat does not show all of it.');
  }
  // Laying out one page has stopped the scripts, and later steps may await a promise of the page.
  await page.session.send('Emulation.setScriptExecutionDisabled', { value: !page.needs.scripts });
  return body;
}

async function print(page: PageHandle, request: PdfRequest, layout: PdfLayout): Promise<Buffer> {
  await callInPage(page, pageCode.adoptPaper, layout.css);
  try {
    const { stream } = await page.session.send('Page.printToPDF', {
      ...printOptions(request),
      ...layout.margins,
      ...layout.paper,
    });
    return await readStream(page.session, stream);
  } catch (error) {
    throw printError(request, error);
  }
}

function printError(request: PdfRequest, error: unknown): unknown {
  const { pdf_page_ranges: ranges, pdf_header_html: header } = request;
  const refused = refusedInPrint(error);
  if (refused === 'range') {
    return wrong(['pdf_page_ranges'], `the document has fewer pages; got ${ranges}`, error);
  }
  if (refused === 'margin') {
    return wrong(givenMargins(request), 'no room is left on the paper of the document', error);
  }
  if (refused === 'template' && (header ?? request.pdf_footer_html) !== undefined) {
    return wrong(
      [header === undefined ? 'pdf_footer_html' : 'pdf_header_html'],
      'Chromium could not print it. Nothing is loaded there: put styles into a style element, without @import and url()',
      error,
    );
  }
  return error;
}

/** Returns the margins in the request; without any, margins of the document are ignored. */
function givenMargins(request: PdfRequest): readonly string[] {
  const names = ['top', 'right', 'bottom', 'left'].map((side) => `pdf_margin_${side}`);
  const given = names.filter((name) => request[name as keyof PdfRequest] !== undefined);
  return given.length > 0 ? given : ['pdf_prefer_css_page_size'];
}

function wrong(parameters: readonly string[], message: string, cause?: unknown): RenderError {
  return new RenderError('invalid_parameter', `${parameters.join(', ')}: ${message}.`, {
    cause,
    details: parameters.map((parameter) => ({ parameter, message })),
  });
}

function printOptions(request: PdfRequest): Protocol.Page.PrintToPDFRequest {
  const { pdf_header_html: header, pdf_footer_html: footer } = request;
  return {
    transferMode: 'ReturnAsStream',
    // A paper that overrides the page's own @page rule is in the sheet.
    preferCSSPageSize: true,
    printBackground: request.pdf_print_background,
    scale: request.pdf_scale,
    generateTaggedPDF: request.pdf_tagged || request.pdf_outline,
    generateDocumentOutline: request.pdf_outline,
    ...(request.pdf_page_ranges === undefined ? {} : { pageRanges: request.pdf_page_ranges }),
    ...(header === undefined && footer === undefined
      ? {}
      : {
          displayHeaderFooter: true,
          headerTemplate: template(request, header),
          footerTemplate: template(request, footer),
        }),
  };
}

/** Wraps a header or footer, also an empty one: Chromium would print date and title. */
function template(request: PdfRequest, html = ''): string {
  const { pdf_margin_left: left = defaultMarginPx } = request;
  const { pdf_margin_right: right = defaultMarginPx } = request;
  const style = `box-sizing:border-box;width:100%;padding:0 ${right}px 0 ${left}px;font-size:10px;-webkit-print-color-adjust:exact`;
  return `<div style="${style}">${html}</div>`;
}

/** Warns about the page size, which is known only after printing if the document sets it. */
function warnOfSize(body: Buffer, context: RenderContext): void {
  const page = openPdf(body)?.firstPage();
  const place = page?.dictionary.get('MediaBox');
  if (!page || !place) return;
  const sides = page.text.slice(place.start, place.end).match(/[\d.]+/g) ?? [];
  if (sides.every((side) => Number(side) <= acrobatLimitInches * 72)) return;
  context.warn(
    'The document asks for pages larger than 200 in: Acrobat does not show all of them.',
  );
}

function countPages(pdf: Buffer): number {
  const file = openPdf(pdf);
  if (!file) throw new Error('the browser wrote a PDF whose page tree cannot be read');
  return file.pageCount;
}

/** Rejects ranges beyond the document: Chromium rejects only the first one. */
function refuseMissingPages(request: PdfRequest, body: Buffer): void {
  const { pdf_page_ranges: ranges } = request;
  if (ranges === undefined) return;
  const beyond = pageBeyond(ranges, countPages(body));
  if (beyond === undefined) return;
  throw wrong(['pdf_page_ranges'], `the document has no page ${beyond}; got ${ranges}`);
}

/** First page of a range beyond the printed ones; a range that only ends beyond is truncated. */
export function pageBeyond(ranges: string, printed: number): number | undefined {
  const wanted = pageRanges(ranges);
  if (typeof wanted === 'string') return undefined;
  const sorted = wanted.toSorted((a, b) => a.from - b.from);
  let left = printed;
  let reached = 0;
  for (const { from, to = Infinity } of sorted) {
    if (to <= reached) continue;
    if (left === 0) return from > reached ? from : undefined;
    const first = Math.max(from, reached + 1);
    const taken = Math.min(left, to - first + 1);
    left -= taken;
    reached = first + taken - 1;
  }
  return undefined;
}

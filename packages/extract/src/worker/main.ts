import { parentPort } from 'node:worker_threads';
import { convert, type Converted, type Job } from './convert.ts';

/** A PDF of which a page is to be made. */
export interface PdfJob {
  pdf: Uint8Array;
  url: string;
  /** Time limit for reading its pages. */
  ms: number;
}

/** The page that replaces a PDF. */
export interface PdfAnswer {
  /** HTML in UTF-8: bytes are handed over, where a text would be copied. */
  html: Uint8Array<ArrayBuffer>;
  /** Number of pages of the file. */
  pages: number;
  /** Parts of the file that the page lacks, in sentences. */
  warnings: string[];
}

/** A worker's response. */
export type Answer = Converted | PdfAnswer | { error: string; isOfFile?: boolean };

parentPort?.on('message', (job: Job | PdfJob) => {
  void answer(job).then((answered) =>
    parentPort?.postMessage(answered, 'html' in answered ? [answered.html.buffer] : []),
  );
});

async function answer(job: Job | PdfJob): Promise<Answer> {
  try {
    return 'pdf' in job ? await pageOfPdf(job) : convert(job);
  } catch (error) {
    if (error instanceof Error && error.name === 'PdfProblem') {
      return { error: error.message, isOfFile: true };
    }
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** The PDF reader is 1.7 MB of code, which most threads never need. */
async function pageOfPdf({ pdf, url, ms }: PdfJob): Promise<PdfAnswer> {
  const [{ readPdf }, { pdfPage }, { pdfLimits }] = await Promise.all([
    import('./pdf/read-pdf.ts'),
    import('./pdf/pdf-page.ts'),
    import('./pdf/pdf-limits.ts'),
  ]);
  const read = await readPdf(pdf, { ...pdfLimits, ms });
  const { html, warnings } = pdfPage(read, url);
  return { html: new TextEncoder().encode(html), pages: read.count, warnings };
}

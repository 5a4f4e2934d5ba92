import { parentPort } from 'node:worker_threads';
import { convert, type Converted, type Job } from './convert.ts';

/** A PDF of which a page is to be made. */
export interface PdfJob {
  pdf: Uint8Array;
  url: string;
  /** How long its pages are read. */
  ms: number;
}

/** The page that stands for a PDF. */
export interface PdfAnswer {
  /** HTML in UTF-8: bytes are handed over, where a text would be copied. */
  html: Uint8Array<ArrayBuffer>;
  /** How many pages the file has. */
  pages: number;
  /** What the page lacks of the file, in sentences. */
  warnings: string[];
}

/** What a worker answers. */
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

/** What reads PDF is 1.7 MB of code, which most threads never need. */
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

import { parentPort } from 'node:worker_threads';
import { convert, type Converted, type Job } from './convert.ts';
import type { PdfPageHtml } from './pdf/pdf-page.ts';

/** A PDF of which a page is to be made. */
export interface PdfJob {
  pdf: Uint8Array;
  url: string;
}

/** What a worker answers. */
export type Answer = Converted | PdfPageHtml | { error: string; isOfFile?: boolean };

parentPort?.on('message', (job: Job | PdfJob) => {
  void answer(job).then((answered) => parentPort?.postMessage(answered));
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
async function pageOfPdf({ pdf, url }: PdfJob): Promise<PdfPageHtml> {
  const [{ readPdf }, { pdfPage }] = await Promise.all([
    import('./pdf/read-pdf.ts'),
    import('./pdf/pdf-page.ts'),
  ]);
  return pdfPage(await readPdf(pdf), url);
}

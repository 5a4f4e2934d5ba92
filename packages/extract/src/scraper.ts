import { availableParallelism } from 'node:os';
import { RenderError, type ScrapeRequest } from '@tintype/contract';
import type { Capture, Captured, PageHandle, PdfFile, RenderContext } from '@tintype/core';
import { createWorkerPool, isOutOfMemory, ownFile, type WorkerPool } from '@tintype/core/process';
import { readSent, readSource } from './read-source.ts';
import { leftOut, readPage, readPageElements, readPageHtml } from './read-page.ts';
import type { Converted, Job } from './worker/convert.ts';
import { isPlainType } from './worker/plain/plain-type.ts';
import type { Answer, PdfJob } from './worker/main.ts';

/** Options of `createExtract`. */
export interface ExtractOptions {
  /** Number of documents converted concurrently; more wait. Default: one for each core. */
  workers?: number;
  /** The most memory that the conversion of one document may take, in MB. Default 512. */
  memoryMb?: number;
  /** The longest HTML that is taken from a page, in characters. Default 32 million. */
  maxChars?: number;
}

/** The plugin's implementation, loaded on first use. */
export interface Scraper extends Required<Capture<ScrapeRequest>> {
  stop(): Promise<void>;
}

export function createScraper({
  workers = availableParallelism(),
  memoryMb = 512,
  maxChars = 32_000_000,
}: ExtractOptions): Scraper {
  const pool: WorkerPool<Job | PdfJob, Answer> = createWorkerPool({
    module: ownFile('worker/main', { name: '@tintype/extract', url: import.meta.url }),
    size: workers,
    memoryMb,
    idleMs: 30_000,
  });
  // What a page says of itself in its markup, any page can say.
  const pagesOfPdf = new WeakMap<PageHandle['lease'], number>();
  return {
    async prepare(_page, request) {
      // Loading the page takes longer than starting a worker.
      if (needsWorker(request)) pool.warm();
    },
    async capture(page, request, context) {
      page.deadline.activity = 'reading the page';
      const warn = (message: string) => context.warn(message);
      const text = await read(page, request, maxChars, pagesOfPdf.get(page.lease), warn);
      if (typeof text === 'string') return async () => ({ body: Buffer.from(text) });
      return async (): Promise<Captured> => {
        const converted = await convert(pool, text, page);
        if (converted.lost > noticeable) context.warn(lostMessage(converted.lost));
        return { body: Buffer.from(converted.text) };
      };
    },
    pageOfPdf: createPdfReader(pool, ({ lease }, pages) => void pagesOfPdf.set(lease, pages)),
    stop: () => pool.stop(),
  };
}

/** Maximum share of lost text that is not reported. */
const noticeable = 0.005;

function lostMessage(share: number): string {
  return `The Markdown lacks ${(share * 100).toFixed(1)} % of the text of the page: format html has it all.`;
}

function needsWorker({ format, main_content }: ScrapeRequest): boolean {
  return format !== 'elements' && (format !== 'html' || main_content);
}

/** The text itself, or the job that makes it. */
async function read(
  page: PageHandle,
  request: ScrapeRequest,
  maxChars: number,
  pdfPages: number | undefined,
  warn: (message: string) => void,
): Promise<string | Job> {
  if (request.format === 'elements') return readPageElements(page, request, warn);
  const isWhole = request.selector === undefined && leftOut(request).length === 0;
  if (needsWorker(request)) {
    const source = await readPage(page, request, maxChars);
    const isText = isWhole && request.format !== 'html' && isPlainType(source.type);
    const sent = isText ? await readSent(page, maxChars, isPlainType) : undefined;
    return {
      ...source,
      ...(pdfPages === undefined ? {} : { pdfPages }),
      ...(sent ? { plain: { type: source.type, text: sent.text } } : {}),
      format: request.format,
      mainContent: request.main_content,
      frontMatter: request.front_matter,
    };
  }
  if (!request.js_enabled && isWhole && request.click_selector === undefined) {
    const source = await readSource(page, maxChars);
    if (source !== undefined) return source;
  }
  return readPageHtml(page, request, maxChars);
}

async function convert(
  pool: WorkerPool<Job | PdfJob, Answer>,
  job: Job,
  { deadline }: PageHandle,
): Promise<Converted> {
  deadline.activity = job.format === 'html' ? 'looking for the article' : 'writing Markdown';
  let answer: Answer;
  try {
    answer = await pool.run(job, deadline.signal);
  } catch (error) {
    if (error instanceof RenderError) throw error;
    if (!isOutOfMemory(error)) throw RenderError.from(error);
    throw new RenderError(
      'response_too_large',
      'The page is too large to be converted. Choose a part of it with selector, or format html.',
      { cause: error },
    );
  }
  if ('text' in answer) return answer;
  throw RenderError.from(new Error('error' in answer ? answer.error : 'no text came'));
}

/** Share of a render's time that reading may take: loading and reading the page follow. */
const shareOfTime = 0.6;

/**
 * Creates a function that turns a PDF into the page that replaces it.
 * @param onRead - called with the number of pages of the file
 */
function createPdfReader(
  pool: Pick<WorkerPool<PdfJob, Answer>, 'run'>,
  onRead: (page: PageHandle, pages: number) => void,
) {
  return async (
    { bytes, url }: PdfFile,
    page: PageHandle,
    context: RenderContext,
  ): Promise<Uint8Array> => {
    const { deadline } = page;
    deadline.activity = 'reading the PDF';
    const ms = shareOfTime * deadline.remainingMs();
    let answer: Answer;
    try {
      answer = await pool.run({ pdf: bytes, url, ms }, deadline.signal);
    } catch (error) {
      if (error instanceof RenderError || !isOutOfMemory(error)) throw RenderError.from(error);
      const message = 'The PDF takes too much memory to be read.';
      throw new RenderError('response_too_large', message, { cause: error });
    }
    if ('html' in answer) {
      for (const warning of answer.warnings) context.warn(warning);
      onRead(page, answer.pages);
      return answer.html;
    }
    const reason = 'error' in answer ? answer.error : 'no page came';
    if ('isOfFile' in answer) throw new RenderError('download', reason);
    throw RenderError.from(new Error(reason));
  };
}

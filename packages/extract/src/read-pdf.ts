import { RenderError } from '@tintype/contract';
import type { PdfFile, PageHandle, RenderContext } from '@tintype/core';
import { isOutOfMemory, type WorkerPool } from '@tintype/core/process';
import type { Answer, PdfJob } from './worker/main.ts';

/** Share of a render's time that reading may take: loading and reading the page follow. */
const shareOfTime = 0.6;

/**
 * Creates a function that turns a PDF into the page that replaces it.
 * @param onRead - called with the number of pages of the file
 */
export function createPdfReader(
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

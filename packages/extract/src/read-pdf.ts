import { RenderError } from '@tintype/contract';
import type { PdfFile, PageHandle, RenderContext } from '@tintype/core';
import { isOutOfMemory } from './out-of-memory.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { Answer, PdfJob } from './worker/main.ts';

/** Makes what turns a PDF into the page that stands for it. */
export function createPdfReader(pool: Pick<WorkerPool<PdfJob, Answer>, 'run'>) {
  return async (
    { bytes, url }: PdfFile,
    { deadline }: PageHandle,
    context: RenderContext,
  ): Promise<string> => {
    deadline.activity = 'reading the PDF';
    let answer: Answer;
    try {
      answer = await pool.run({ pdf: bytes, url }, deadline.signal);
    } catch (error) {
      if (error instanceof RenderError || !isOutOfMemory(error)) throw RenderError.from(error);
      const message = 'The PDF takes too much memory to be read.';
      throw new RenderError('response_too_large', message, { cause: error });
    }
    if ('html' in answer) {
      for (const warning of answer.warnings) context.warn(warning);
      return answer.html;
    }
    const reason = 'error' in answer ? answer.error : 'no page came';
    if ('isOfFile' in answer) throw new RenderError('download', reason);
    throw RenderError.from(new Error(reason));
  };
}

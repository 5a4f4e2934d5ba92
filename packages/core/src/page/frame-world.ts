import type { CdpSession } from '../browser-source.ts';
import type { PageWorld } from './create-page-code.ts';
import { EvaluationError } from './page-handle.ts';

export interface FrameWorld extends PageWorld {
  /** Returns a handle of the object that an expression evaluates to; undefined for null. */
  handle(expression: string): Promise<string | undefined>;
}

/** Returns the isolated world of a frame. The render's deadline does not apply to its calls. */
export async function worldOfFrame(session: CdpSession, frameId: string): Promise<FrameWorld> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'tintype',
  });
  return {
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new EvaluationError(exceptionDetails.text);
      return result.value as T;
    },
    async handle(expression) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
      });
      return exceptionDetails ? undefined : result.objectId;
    },
  };
}

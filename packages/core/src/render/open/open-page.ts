import { kindOfPage, parseRequest, RenderError, type RequestInput } from '@tintype/contract';
import type { Middleware, OpenPage, PageInput, RenderOptions, RenderResult } from '../../types.ts';
import { compose } from '../plugins/compose.ts';
import { collectWarnings, createContext } from '../create-context.ts';
import type { Deadline } from '../time/deadline.ts';
import type { Engine } from '../engine.ts';
import { closedError, openOnce } from './open-once.ts';
import { withRetry } from '../plugins/retry.ts';
import { refuseOtherHalf } from './split-request.ts';

/** What pages are opened with. */
export interface OpenPageParts {
  engine: Engine;
  /** Around each capture, as around a render. */
  middleware: readonly Middleware[];
  /** Starts what has not started yet. */
  start(): Promise<void>;
  /** Keeps the engine from stopping while something is under way. */
  track<T>(work: Promise<T>, deadline: Deadline): Promise<T>;
}

/** See `Renderer.open`. */
export async function openPage(
  { engine, middleware, start, track }: OpenPageParts,
  input: PageInput,
  options: RenderOptions,
): Promise<OpenPage> {
  const { kinds } = engine;
  const rules = options.upstream === undefined ? { kinds, locations: [] } : { kinds };
  refuseOtherHalf(input, 'load', kinds);
  const parsed = parseRequest({ ...input, kind: kindOfPage(input, kinds).name }, rules);
  const { context, warnings } = createContext(parsed, options);
  const { deadline } = context;
  const opening = withRetry((request, given) => openOnce(engine, request, given));
  const opened = await track(
    deadline.race(start().then(() => opening(parsed.request, context))),
    deadline,
  ).catch((error: unknown) => {
    deadline.dispose();
    throw RenderError.from(error);
  });
  deadline.pause();
  let last: Promise<unknown> = Promise.resolve();
  let closed: Promise<void> | undefined;

  const capture = async (
    wanted: RequestInput,
    { signal, onProgress }: Pick<RenderOptions, 'signal' | 'onProgress'>,
  ): Promise<RenderResult> => {
    refuseOtherHalf(wanted, 'capture', kinds);
    const { request, ignored } = parseRequest({ ...input, ...wanted }, rules);
    const own = collectWarnings(ignored, request.kind);
    const cancel = () => deadline.fail(RenderError.from(signal?.reason, signal));
    deadline.renew(request.timeout * 1000);
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      const pipeline = compose(middleware, opened.capture);
      const given = { ...context, warn: own.warn, ...(onProgress ? { onProgress } : {}) };
      const result = await deadline.race(pipeline(request, given));
      return { ...result, warnings: [...warnings, ...own.warnings, ...result.warnings] };
    } catch (error) {
      throw RenderError.from(error);
    } finally {
      signal?.removeEventListener('abort', cancel);
      deadline.pause();
    }
  };
  const close = async () => {
    await last.catch(() => {});
    deadline.dispose();
    opened.release();
  };
  return {
    capture(wanted, given = {}) {
      if (closed) return Promise.reject(closedError());
      const work = last.catch(() => {}).then(() => capture(wanted, given));
      last = work;
      return track(work, deadline);
    },
    close: () => (closed ??= close()),
    [Symbol.asyncDispose]: () => (closed ??= close()),
  };
}

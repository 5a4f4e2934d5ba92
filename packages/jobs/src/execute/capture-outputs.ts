import {
  isCapturedAs,
  renderBoundMs,
  partOf,
  RenderError,
  type KindSet,
  type OutputRequest,
  type RenderRequest,
  type RequestInput,
} from '@tintype/contract';
import {
  captureBetween,
  type OpenPage,
  type Renderer,
  type RenderOptions,
  type RenderResult,
} from '@tintype/core';

export type CapturedOutput = OutputRequest &
  ({ result: RenderResult; error?: undefined } | { result?: undefined; error: RenderError });

/** Maximum total size of the files of one load: they are in memory until all of them are done. */
const maxBytes = 256 * 1_048_576;

/**
 * A page that is closed by one of its captures is opened again for the remaining ones, once; not
 * one with steps: a second click may buy twice.
 */
const openingsOf = ({ steps }: RenderRequest) => (steps === undefined ? 2 : 1);

/** Several files of one load, and what they are made with. */
export interface CapturesJob {
  /** Defines the page. */
  request: RenderRequest;
  outputs: readonly OutputRequest[];
  kinds: KindSet;
  signal: AbortSignal;
  options: Omit<RenderOptions, 'signal' | 'parsed'>;
}

/**
 * Loads a page once and captures each output in turn, text first, as it is encoded meanwhile. A
 * failed output does not end the others.
 * @throws RenderError if the page could not be loaded or the signal aborts
 */
export async function captureOutputs(
  renderer: Pick<Renderer, 'open'>,
  { request, outputs, kinds, signal, options }: CapturesJob,
): Promise<CapturedOutput[]> {
  const total = startTotal([request, ...outputs.map((each) => each.request)]);
  const either = AbortSignal.any([signal, total.signal]);
  const traffic = outputs.some((each) => kinds.get(each.request.kind).needs(each.request).traffic);
  const pages = createPages(
    () => renderer.open(partOf(request, 'load', kinds), { ...options, traffic, signal: either }),
    { signal: either, maxOpenings: openingsOf(request) },
  );
  let bytes = 0;
  const captureOne = async (output: OutputRequest): Promise<CapturedOutput> => {
    const { kind } = output.request;
    const wanted = { kind, ...partOf(output.request, 'capture', kinds) } as RequestInput;
    try {
      const result = await pages.use((page) => page.capture(wanted, { signal: either }));
      const sum = bytes + result.body.byteLength;
      if (sum > maxBytes) return { ...output, error: tooLarge() };
      bytes = sum;
      return { ...output, result };
    } catch (error) {
      return { ...output, error: RenderError.from(error, either) };
    }
  };
  try {
    const page = await pages.open();
    const captured = new Map<OutputRequest, Promise<CapturedOutput>>();
    let failure: RenderError | undefined;
    await captureBetween(page, async (step) => {
      const here = outputs.filter(({ name }) => isCapturedAs(step, name));
      const made = here.map((output) => [output, captureOne(output)] as const);
      for (const [output, result] of made) captured.set(output, result);
      await Promise.all(made.map(([, result]) => result));
    }).catch((error: unknown) => {
      failure = RenderError.from(error, either);
    });
    const left = outputs.filter((output) => !captured.has(output));
    const isText = ({ request: { kind }, request: wanted }: OutputRequest) =>
      kinds.get(kind).needs(wanted).medium === 'text';
    const inTurn = left.toSorted((one, other) => Number(isText(other)) - Number(isText(one)));
    for (const output of inTurn) {
      captured.set(
        output,
        failure ? Promise.resolve({ ...output, error: failure }) : captureOne(output),
      );
    }
    const made = await Promise.all(outputs.flatMap((output) => captured.get(output) ?? []));
    signal.throwIfAborted();
    return made;
  } finally {
    clearTimeout(total.timer);
    await pages.close();
  }
}

/** The page that is open, and another one in its place where it has ended. */
function createPages(
  openPage: () => Promise<OpenPage>,
  { signal, maxOpenings }: { signal: AbortSignal; maxOpenings: number },
) {
  let current: Promise<OpenPage> | undefined;
  /** The earlier page has released its slot. */
  let closed = Promise.resolve();
  let openings = 0;
  let end: unknown;
  const open = () => {
    openings += 1;
    current = closed.then(openPage);
    return current;
  };
  const use = async <T>(work: (page: OpenPage) => Promise<T>): Promise<T> => {
    if (current === undefined && openings >= maxOpenings) throw end;
    const own = current ?? open();
    const page = await own;
    try {
      return await work(page);
    } catch (error) {
      // What failed as its file was made, for instance, leaves the page to the others.
      if (page.ended === undefined && !endsPage(error, openings < maxOpenings)) throw error;
      if (current === own) {
        current = undefined;
        end = page.ended ?? error;
        closed = page.close();
      }
      // True if it had not started, or failed most likely because of the browser. Any other failed
      // capture had the page, or its file was being made.
      const isAgain = error === page.ended || isOfBrowser(error);
      const isLeft = current !== undefined || openings < maxOpenings;
      if (isAgain && isLeft && !signal.aborted) return use(work);
      // What closed the page explains more than that it is closed.
      throw error === page.ended ? end : error;
    }
  };
  const close = async () => {
    const last = current;
    current = undefined;
    await closed;
    await (await last?.catch(() => undefined))?.close();
  };
  return { open, use, close };
}

/**
 * Returns whether a page that is still open is closed so that the other captures can succeed.
 * @param isReplaceable - True if it can be opened again
 */
function endsPage(error: unknown, isReplaceable: boolean): boolean {
  if (!(error instanceof RenderError)) return false;
  const isTooLarge = error.code === 'page_too_large' && isReplaceable;
  return isTooLarge || error.code === 'page_unresponsive' || isOfBrowser(error);
}

/** Returns whether a retry may well succeed. */
function isOfBrowser(error: unknown): boolean {
  return error instanceof RenderError && error.info.attempts !== undefined;
}

/** All of them together take no longer than the longest render does. */
function startTotal(requests: readonly RenderRequest[]): {
  signal: AbortSignal;
  timer: NodeJS.Timeout;
} {
  const controller = new AbortController();
  const boundMs = renderBoundMs(requests);
  const message = `The outputs did not end within ${boundMs / 1000} s together.`;
  const onEnd = () => controller.abort(new RenderError('timeout', message));
  return { signal: controller.signal, timer: setTimeout(onEnd, boundMs) };
}

function tooLarge(): RenderError {
  return new RenderError(
    'response_too_large',
    `The files of the request have more than ${maxBytes / 1_048_576} MiB together.`,
  );
}

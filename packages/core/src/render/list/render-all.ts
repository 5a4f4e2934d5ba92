import { randomUUID } from 'node:crypto';
import { RenderError, type RequestInput } from '@tintype/contract';
import { createAhead } from './render-ahead.ts';
import type { RenderAllOptions, Renderer, RenderOutcome } from '../../types.ts';

/** Used if the source of pages does not report its concurrency. */
const usualConcurrency = 4;

export interface RenderAllParts {
  render: Renderer['render'];
  concurrency?: number | undefined;
}

/** See `Renderer.renderAll`. */
export function renderAll(
  parts: RenderAllParts,
  requests: Iterable<RequestInput> | AsyncIterable<RequestInput>,
  options: RenderAllOptions = {},
): AsyncIterableIterator<RenderOutcome> {
  const { concurrency = parts.concurrency ?? usualConcurrency } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be an integer from 1; got ${String(concurrency)}.`);
  }
  return outcomesOf(parts.render, requests, options, concurrency);
}

async function* outcomesOf(
  render: Renderer['render'],
  requests: Iterable<RequestInput> | AsyncIterable<RequestInput>,
  { onResult, concurrency: _given, signal, ...options }: RenderAllOptions,
  concurrency: number,
): AsyncGenerator<RenderOutcome, void, void> {
  const group = randomUUID();
  const left = new AbortController();
  const until = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const ahead = createAhead(requests, concurrency, until, async (request, index) => {
    const outcome = await outcomeOf(() => render(request, { group, ...options, signal: until }));
    // An abandoned render has no outcome: it neither finished nor failed.
    if (outcome.error && until.aborted) return undefined;
    const known = { index, request, ...outcome };
    await onResult?.(known);
    return known;
  });
  try {
    for (;;) {
      const outcome = await ahead.next();
      if (outcome) yield outcome;
      else if (signal?.aborted) throw RenderError.from(signal.reason, signal);
      else return;
    }
  } finally {
    left.abort(new RenderError('cancelled', 'The loop over the results was left.'));
    await ahead.close();
  }
}

type Settled =
  | { result: Awaited<ReturnType<Renderer['render']>>; error?: undefined }
  | { result?: undefined; error: RenderError };

async function outcomeOf(work: () => ReturnType<Renderer['render']>): Promise<Settled> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error: RenderError.from(error) };
  }
}

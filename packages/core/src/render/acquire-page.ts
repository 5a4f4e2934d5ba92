import { RenderError, type PageNeeds, type RenderRequest, type KindSet } from '@tintype/contract';
import type { Lease, BrowserSource } from '../browser-source.ts';
import type { Deadline } from '../time/deadline.ts';
import type { RenderContext, Capture, Hooks } from '../types.ts';

/** Acquires a page and starts the clock: waiting does not count, and a late lease is released. */
export async function acquirePage(
  { source, queueTimeoutMs }: Pick<Engine, 'source' | 'queueTimeoutMs'>,
  { frameControl }: Pick<PageNeeds, 'frameControl'>,
  { gpu_rendering: gpu }: RenderRequest,
  { deadline }: RenderContext,
  tab?: string,
): Promise<Lease> {
  deadline.activity = 'waiting for a browser';
  deadline.pause();
  const waiting = deadline.child();
  const timer = startTimer(waiting, queueTimeoutMs);
  const { signal } = waiting;
  const pending = source.acquire({ gpu, signal, frameControl, ...(tab !== undefined && { tab }) });
  try {
    const lease = await waiting.race(pending);
    deadline.start();
    return lease;
  } catch (error) {
    pending.then(
      (lease) => lease.release(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
    waiting.dispose();
  }
}

/** Maximum delay of a timer; with a longer one it would fire immediately. */
const longestMs = 2 ** 31 - 1;

function startTimer(waiting: Deadline, boundMs: number): NodeJS.Timeout | undefined {
  if (boundMs > longestMs) return undefined;
  return setTimeout(() => {
    const seconds = boundMs / 1000;
    waiting.fail(
      new RenderError(
        'queue_full',
        `The render waited ${seconds} s for a page (queueTimeout), and nothing was rendered. Ask for less at once, or raise concurrency or queueTimeout.`,
        { retryAfterS: Math.ceil(seconds) },
      ),
    );
  }, boundMs);
}

/** The fixed parts of an engine. */
export interface Engine {
  source: BrowserSource;
  kinds: KindSet;
  captures: ReadonlyMap<string, Capture<never>>;
  hooks: readonly Hooks[];
  /** Maximum time a render waits for a page. */
  queueTimeoutMs: number;
}

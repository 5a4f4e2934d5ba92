import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, longestRenderMs } from '@tintype/contract';
import type { FastifyReply, FastifyInstance } from 'fastify';

/** Number of requests in progress. */
export interface Running {
  readonly size: number;
  draining: boolean;
  /** Counts a request until its response has been sent or its client disconnects. */
  add(reply: FastifyReply): void;
  /** Aborted if the client disconnects, or by {@link Running.abort}. */
  signalOf(reply: FastifyReply): AbortSignal;
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  /** Aborts the signals of all requests. */
  abort(): void;
}

export function createRunning(): Running {
  // Most requests never use their signal.
  const replies = new Map<object, AbortController | undefined>();
  let waiting: (() => void)[] = [];

  return {
    draining: false,
    get size() {
      return replies.size;
    },
    add({ raw }) {
      replies.set(raw, undefined);
      raw.once('close', () => {
        const controller = replies.get(raw);
        replies.delete(raw);
        if (!raw.writableFinished) controller?.abort(new RenderError('cancelled'));
        if (replies.size > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      });
    },
    signalOf({ raw }) {
      if (!replies.has(raw)) return AbortSignal.abort(new RenderError('cancelled'));
      const controller = replies.get(raw) ?? new AbortController();
      replies.set(raw, controller);
      return controller.signal;
    },
    async idle() {
      if (replies.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    abort() {
      const reason = new RenderError('shutting_down');
      for (const controller of replies.values()) controller?.abort(reason);
    },
  };
}

/** Time that running requests have to send their error after being aborted. */
const abortTimeoutMs = 5_000;

/**
 * Accepts nothing new, waits for running requests, then closes the port and every connection. Until
 * then idle connections stay open: a client may be sending on one, and would get no response.
 */
export async function drain(
  app: FastifyInstance,
  running: Running,
  timeoutMs = longestRenderMs(),
): Promise<void> {
  running.draining = true;
  if (!(await within(running.idle(), timeoutMs))) {
    running.abort();
    await within(running.idle(), abortTimeoutMs);
  }
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}

async function within(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([work.then(() => true), late]);
  timer.abort();
  return inTime;
}

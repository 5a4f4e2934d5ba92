import { setTimeout as delay } from 'node:timers/promises';
import { longestRenderMs } from '@tintype/contract';
import type { FastifyInstance } from 'fastify';
import type { Running } from './options/running.ts';

/** Time that running requests have to send their error after being aborted. */
const abortTimeoutMs = 5_000;

/** Accepts nothing new, waits for running requests, then closes the port and every connection. */
export async function drain(
  app: FastifyInstance,
  running: Running,
  timeoutMs = longestRenderMs(),
): Promise<void> {
  running.draining = true;
  app.server.closeIdleConnections();
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

import { setTimeout as delay } from 'node:timers/promises';
import { longestRenderMs } from '@tintype/contract';
import type { FastifyInstance } from 'fastify';
import type { Running } from './running.ts';

/** After being told to end, what runs has so long to send its error. */
const abortTimeoutMs = 5_000;

/** Takes nothing new, waits for what runs, then closes the port and every connection. */
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

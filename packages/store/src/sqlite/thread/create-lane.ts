import type { Worker } from 'node:worker_threads';
import { RenderError } from '@tintype/contract/errors';
import { lighten, type Call } from './calls.ts';
import { unpackError, type AnswerMessage, type CallMessage, type OpenOrder } from './messages.ts';

/** Options of {@link createLane}. */
export interface LaneOptions {
  /** Starts a thread that answers each {@link CallMessage} with an {@link AnswerMessage}. */
  start(): Worker;
  /** The database that the thread opens first. */
  order: OpenOrder;
  now: () => number;
}

/** A thread that is called like a function. */
export interface Lane {
  /** Starts the thread. Returns what it can be called with. @throws what opening throws */
  open(): Promise<readonly string[]>;
  /** @throws RenderError `storage_failed` if the thread ends or too many calls wait */
  call(call: Call): Promise<unknown>;
  /** Lets what was called end, and the thread; no later than 25 s from now. */
  close(): Promise<void>;
}

/** Maximum waiting calls; each holds a request of a client, and its data. */
const MAX_PENDING = 10_000;

/** A write waits 10 s for another process, and one more may be before the end. */
const CLOSE_TIMEOUT_MS = 25_000;

/** A thread that ended unexpectedly is not restarted immediately. */
const RESTART_PAUSE_MS = 1_000;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  pending: Map<number, Pending>;
}

/** Creates a lane. If its thread ends unexpectedly, the next call starts another. */
export function createLane({ start, order, now }: LaneOptions): Lane {
  let thread: Thread | undefined;
  let isClosed = false;
  let serial = 0;
  let restartAtMs = -Infinity;

  const send = async (to: Thread, call: Call): Promise<unknown> => {
    const { worker, pending } = to;
    if (pending.size >= MAX_PENDING) throw failed('too many wait for it');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = (serial += 1);
    const at = now === Date.now ? {} : { at: now() };
    worker.postMessage({ id, ...at, ...lighten(call) } satisfies CallMessage);
    // As a store without threads, one without pending calls keeps no program alive.
    if (pending.size === 0) worker.ref();
    pending.set(id, { resolve, reject });
    return promise;
  };

  const startThread = (): { started: Thread; opening: Promise<unknown> } => {
    if (performance.now() < restartAtMs) throw failed('its thread has ended');
    const worker = start();
    const started: Thread = { worker, pending: new Map() };
    const end = (cause: unknown) => {
      if (thread === started) {
        thread = undefined;
        restartAtMs = performance.now() + RESTART_PAUSE_MS;
      }
      for (const { reject } of started.pending.values()) {
        reject(failed('its thread has ended', cause));
      }
      started.pending.clear();
    };
    worker.unref();
    worker.on('message', (answer: AnswerMessage) => settle(started, answer));
    worker.once('error', end);
    worker.once('messageerror', (cause) => {
      end(cause);
      // It has no listener any more.
      void worker.terminate();
    });
    worker.once('exit', (code) => end(new Error(`It ended with code ${code}.`)));
    thread = started;
    const opening = send(started, { method: 'open', args: [order] });
    // The caller has the reason; a thread with nothing open is useless.
    opening.catch(() => worker.terminate());
    return { started, opening };
  };

  return {
    open: async () => (await startThread().opening) as readonly string[],
    call: async (call) => {
      if (isClosed) throw new RenderError('shutting_down', 'The store has been closed.');
      return send(thread ?? startThread().started, call);
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      if (!thread) return;
      const { worker } = thread;
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
      try {
        await send(thread, { method: 'close', args: [] });
        await worker.terminate();
      } finally {
        clearTimeout(timer);
        // It may still wait for another process, which is not waited for here.
        void worker.terminate();
      }
    },
  };
}

function settle({ worker, pending }: Thread, answer: AnswerMessage): void {
  const caller = pending.get(answer.id);
  pending.delete(answer.id);
  if (pending.size === 0) worker.unref();
  if ('error' in answer) caller?.reject(unpackError(answer.error));
  else caller?.resolve(answer.result);
}

function failed(reason: string, cause?: unknown): RenderError {
  return new RenderError('storage_failed', `The store of the service failed: ${reason}.`, {
    cause,
  });
}

import type { Worker } from 'node:worker_threads';
import { startThread } from './installed.ts';

/** First message of a worker whose jobs have a time limit, before any response. */
export const workerReady = 'ready';

export interface WorkerPoolOptions {
  /** Path of the worker's module: it replies to each message with one. */
  module: string | URL;
  /** Maximum number of workers; further jobs wait. */
  size: number;
  /** Maximum memory of one worker in MB: for objects, and as much for bytes outside the heap. */
  memoryMb: number;
  /** Time after which an idle worker ends. */
  idleMs: number;
  /** Maximum time of a job after {@link workerReady}. Default: only its signal ends it. */
  maxJobMs?: number;
}

/** Runs jobs in worker threads that can be terminated during a job. */
export interface WorkerPool<Job, Answer> {
  /** Starts a worker before the first job. */
  warm(): void;
  /**
   * Runs a job. Memory in `transfer` is moved to the worker; all other data is copied. When
   * `signal` aborts, the worker is terminated and the promise rejects with the signal's reason.
   * @throws Error with `code` ERR_WORKER_OUT_OF_MEMORY when the job takes too much of it, and
   *   ERR_WORKER_TIMEOUT when it takes longer than `maxJobMs`.
   */
  run(job: Job, signal: AbortSignal, transfer?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Terminates all workers. */
  stop(): Promise<void>;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Creates a pool. Workers start when needed, and idle ones do not keep the process alive. */
export function createWorkerPool<Job, Answer>(options: WorkerPoolOptions): WorkerPool<Job, Answer> {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const waiting: ((thread: Thread) => void)[] = [];
  let stopped = false;

  function open(): Thread {
    const worker = startThread(options.module, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, stackSizeMb: 8 },
      stdout: true,
      stderr: true,
    });
    worker.unref();
    const thread: Thread = { worker, isReady: false };
    all.add(thread);
    worker.on('message', (message) => (thread.isReady ||= message === workerReady));
    worker.on('error', () => {});
    worker.once('exit', () => forget(thread));
    return thread;
  }

  function forget(thread: Thread): void {
    clearTimeout(thread.idleTimer);
    if (!all.delete(thread)) return;
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
    if (waiting.length > 0 && !stopped && all.size < options.size) waiting.shift()?.(open());
  }

  function release(thread: Thread): void {
    if (!all.has(thread)) return;
    const next = waiting.shift();
    if (next) return next(thread);
    idle.push(thread);
    thread.idleTimer = setTimeout(() => void thread.worker.terminate(), options.idleMs);
    thread.idleTimer.unref();
  }

  async function take(signal: AbortSignal): Promise<Thread> {
    signal.throwIfAborted();
    const thread = idle.pop();
    if (thread) {
      clearTimeout(thread.idleTimer);
      return thread;
    }
    if (all.size < options.size) return open();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(hand), 1);
        reject(signal.reason as Error);
      };
      const hand = (free: Thread) => {
        signal.removeEventListener('abort', onAbort);
        resolve(free);
      };
      waiting.push(hand);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    warm() {
      if (!stopped && all.size === 0) release(open());
    },
    async run(job, signal, transfer = []) {
      if (stopped) throw new Error('the pool is stopped');
      const thread = await take(signal);
      try {
        thread.worker.ref();
        const answer = await runOn<Job, Answer>(thread, { job, transfer }, signal, options);
        thread.worker.unref();
        release(thread);
        return answer;
      } catch (error) {
        // Its state is unknown after a failure.
        void thread.worker.terminate();
        forget(thread);
        throw error;
      }
    },
    async stop() {
      stopped = true;
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Returns whether a job failed because its worker needed more than `memoryMb`. */
export function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Interval at which the bytes of a worker are counted. */
const watchMs = 100;

/** Calls back when a worker exceeds its bytes: the limits of a thread count objects only. */
function watchBytes(worker: Worker, maxMb: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => bytes > maxMb * 1_048_576 && onExceeded(),
      () => {},
    );
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}

function runOn<Job, Answer>(
  thread: Thread,
  { job, transfer }: { job: Job; transfer: readonly ArrayBuffer[] },
  signal: AbortSignal,
  { memoryMb, maxJobMs }: WorkerPoolOptions,
): Promise<Answer> {
  const { worker } = thread;
  return new Promise((resolve, reject) => {
    const fail = (message: string, code: string) =>
      end(() => reject(Object.assign(new Error(message), { code })));
    const stopWatching = watchBytes(worker, memoryMb, () =>
      fail('the worker holds too many bytes', 'ERR_WORKER_OUT_OF_MEMORY'),
    );
    let clock: NodeJS.Timeout | undefined;
    const startClock = () => {
      if (maxJobMs === undefined) return;
      const onLate = () => fail(`the job took longer than ${maxJobMs} ms`, 'ERR_WORKER_TIMEOUT');
      clock = setTimeout(onLate, maxJobMs);
    };
    const end = (settle: () => void) => {
      stopWatching();
      clearTimeout(clock);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onMessage = (answer: Answer | typeof workerReady) =>
      answer === workerReady ? startClock() : end(() => resolve(answer));
    const onError = (error: Error) => end(() => reject(error));
    const onExit = (code: number) =>
      end(() => reject(new Error(`the worker ended with code ${code}`)));
    const onAbort = () => end(() => reject(signal.reason as Error));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (thread.isReady) startClock();
    if (signal.aborted) onAbort();
    else worker.postMessage(job, transfer);
  });
}

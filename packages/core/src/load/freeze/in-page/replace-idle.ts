/**
 * Runs idle callbacks and delayed tasks by the clock of a document: the browser's run as often as
 * the machine has time. Runs in the main world.
 */
export function replaceIdle(
  add: (run: () => void, delay: unknown, isRepeated: boolean) => number,
  remove: (id: number) => boolean,
  idleMs: number,
): void {
  window.requestIdleCallback = new Proxy(window.requestIdleCallback, {
    apply(target, self, args: [IdleRequestCallback]) {
      const [run] = args;
      if (typeof run !== 'function') return Reflect.apply(target, self, args);
      return add(() => run({ didTimeout: false, timeRemaining: () => idleMs }), idleMs, false);
    },
  });
  window.cancelIdleCallback = new Proxy(window.cancelIdleCallback, {
    apply: (_target, _self, [id]: [number]) => void remove(id),
  });
  type PostTask = (
    run: () => unknown,
    options?: { delay?: number; signal?: AbortSignal },
  ) => Promise<unknown>;
  const { Scheduler } = window as { Scheduler?: { prototype: { postTask: PostTask } } };
  if (!Scheduler) return;
  const { prototype } = Scheduler;
  prototype.postTask = new Proxy(prototype.postTask, {
    apply(target, self, args: Parameters<PostTask>) {
      const [run, { delay = 0, signal } = {}] = args;
      if (!(delay > 0)) return Reflect.apply(target, self, args);
      return new Promise((resolve) => {
        add(() => resolve(signal?.aborted ? Promise.reject(signal.reason) : run()), delay, false);
      });
    },
  });
}

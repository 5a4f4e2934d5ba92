import type { RemoteEndpoint } from './remote-endpoint.ts';

/** A browser that is asked for a page. It counts as one more render until `free` is called. */
export interface PickedEndpoint {
  endpoint: RemoteEndpoint;
  free(): void;
}

/** Chooses the remote browser for the next page. */
export interface EndpointPicker {
  /** Picks the untried endpoint with the fewest pages, or waits; undefined if none is left. */
  pick(
    asked: ReadonlySet<RemoteEndpoint>,
    signal: AbortSignal,
  ): Promise<PickedEndpoint | undefined>;
}

/** Creates a picker for browsers with this maximum of pages each. */
export function createPicker(endpoints: readonly RemoteEndpoint[], pages: number): EndpointPicker {
  let waiting: (() => void)[] = [];

  /** In the order in which they came: who finds nothing waits again. */
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const choose = (asked: ReadonlySet<RemoteEndpoint>) => {
    const left = endpoints.filter((one) => !asked.has(one));
    const roomy = left.filter(({ load }) => load < pages);
    const [least] = roomy
      .filter(({ isDue }) => isDue)
      .toSorted((one, other) => one.load - other.load);
    const isFull = !least && left.some(({ isDue }) => isDue);
    if (least || isFull) return { next: least, isFull };
    // Rather than to fail, the one is asked that is due first.
    const [next] = roomy
      .filter(({ mayBeAsked }) => mayBeAsked)
      .toSorted((one, other) => one.dueAt - other.dueAt);
    return { next, isFull };
  };
  const room = async (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    waiting.push(wake);
    signal.addEventListener('abort', wake, { once: true });
    // One that is suspended may be the first that has room.
    const soonest = Math.min(...endpoints.filter(({ isDue }) => !isDue).map(({ dueAt }) => dueAt));
    const inMs = Math.max(soonest - performance.now(), 1);
    const timer = Number.isFinite(inMs) ? setTimeout(wake, inMs) : undefined;
    await promise;
    clearTimeout(timer);
    waiting = waiting.filter((one) => one !== wake);
    signal.removeEventListener('abort', wake);
  };
  return {
    async pick(asked, signal) {
      for (;;) {
        signal.throwIfAborted();
        const { next, isFull } = choose(asked);
        if (next) {
          const release = next.claim();
          return {
            endpoint: next,
            free() {
              release();
              wakeAll();
            },
          };
        }
        if (!isFull) return undefined;
        await room(signal);
      }
    },
  };
}

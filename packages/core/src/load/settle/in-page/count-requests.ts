import { ownOf } from '../../../page/in-page/own-nodes.ts';
import { countErrors } from '../../../page/in-page/read-errors.ts';

/** Runs in the main world, before any of its scripts. */
export function countRequests(eventName: string): void {
  countErrors(eventName);
  const state = { count: 0, changed: false };
  const frames = new Set<number>();
  const timers = new Set<number>();
  // Chromium keeps 250, and a page of many small files has more.
  performance.setResourceTimingBufferSize(5000);
  const { setTimeout: later, dispatchEvent: dispatch, CustomEvent: Answer, Event: Notice } = window;
  if (window.fetch) {
    window.fetch = new Proxy(window.fetch, {
      apply(target, self, args: Parameters<typeof fetch>) {
        const answer: Promise<Response> = Reflect.apply(target, self, args);
        if (!isBeacon(args)) countPromise(state, answer, later);
        return answer;
      },
    });
    // The response resolves when its headers arrive.
    const readers = Response.prototype as unknown as Record<string, () => Promise<unknown>>;
    for (const name of ['json', 'text', 'arrayBuffer', 'blob', 'formData', 'bytes']) {
      const reader = readers[name];
      if (!reader) continue;
      readers[name] = new Proxy(reader, {
        apply(target, self, args: []) {
          const body = Reflect.apply(target, self, args);
          countPromise(state, body, later);
          return body;
        },
      });
    }
  }
  XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
    apply(target, self: XMLHttpRequest, args) {
      Reflect.apply(target, self, args);
      if (self.readyState === 4) return;
      state.count += 1;
      self.addEventListener('loadend', () => later(() => (state.count -= 1)), { once: true });
    },
  });
  window.setTimeout = new Proxy(window.setTimeout, {
    apply(target, self, args: [unknown, unknown, ...unknown[]]) {
      const [callback, delayMs, ...more] = args;
      const isNear = Number(delayMs) >= 20 && Number(delayMs) <= 500;
      if (typeof callback !== 'function' || !isNear) {
        return Reflect.apply(target, self, args) as unknown;
      }
      const run = (...given: unknown[]) => {
        // Follow-up requests start in the tasks after it.
        later(() => timers.delete(id));
        Reflect.apply(callback, window, given);
      };
      const id: number = Reflect.apply(target, self, [run, delayMs, ...more]);
      timers.add(id);
      return id;
    },
  });
  window.clearTimeout = new Proxy(window.clearTimeout, {
    apply(target, self, args: [number]) {
      timers.delete(args[0]);
      Reflect.apply(target, self, args);
    },
  });
  window.requestAnimationFrame = new Proxy(window.requestAnimationFrame, {
    apply(target, self, [callback, ...more]: [unknown]) {
      if (typeof callback !== 'function')
        return Reflect.apply(target, self, [callback, ...more]) as unknown;
      const id: number = Reflect.apply(target, self, [
        (now: number) => {
          frames.delete(id);
          callback(now);
        },
      ]);
      frames.add(id);
      return id;
    },
  });
  window.cancelAnimationFrame = new Proxy(window.cancelAnimationFrame, {
    apply(target, self, args: [number]) {
      frames.delete(args[0]);
      Reflect.apply(target, self, args);
    },
  });
  // Images of styles load before the load event; after it, anything may name more.
  const observer = new MutationObserver(() => {
    state.changed = true;
    observer.disconnect();
  });
  // A frame's empty document is loaded; a `load` listener would count as the page's.
  observeLoaded(observer);
  document.addEventListener('readystatechange', () => observeLoaded(observer));
  Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
    apply(target, self, args: [ShadowRootInit]) {
      const root: ShadowRoot = Reflect.apply(target, self, args);
      state.changed = true;
      dispatch.call(window, new Notice(`${eventName}:shadow`));
      return root;
    },
  });
  addEventListener(eventName, () => {
    const detail = `${state.count} ${frames.size} ${Number(state.changed)} ${timers.size}`;
    dispatch.call(window, new Answer(`${eventName}:count`, { detail }));
  });
}

/** Runs in the main world. */
export function observeLoaded(observer: MutationObserver): void {
  if (ownOf(document, 'readyState') !== 'complete') return;
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Scripts handle a response in the tasks that it causes. Runs in the main world. */
export function countPromise(
  state: { count: number },
  promise: Promise<unknown>,
  later: typeof setTimeout,
): void {
  state.count += 1;
  promise.then(
    () => later(() => (state.count -= 1)),
    () => later(() => (state.count -= 1)),
  );
}

/** Returns whether nothing of the response can reach the page. Runs in the main world. */
export function isBeacon([input, init]: Parameters<typeof fetch>): boolean {
  const request: RequestInit | undefined = input instanceof Request ? input : undefined;
  const mode = init?.mode ?? request?.mode;
  return mode === 'no-cors' || (init?.keepalive ?? request?.keepalive) === true;
}

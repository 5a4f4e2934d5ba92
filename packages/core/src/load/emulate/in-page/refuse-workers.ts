import { ownOf } from '../../../page/in-page/own-nodes.ts';

/**
 * Removes shared and service workers: the browser starts them, requests their scripts and lets them
 * send requests that no session of the page sees. The rules that a request sets for its page could
 * not apply to theirs, so they are unavailable, as in private windows of some browsers and on
 * phones. A page that is visited for the first time works without them. Runs in the main
 * world.
 */
export function refuseWorkers(): void {
  const world = globalThis as Partial<typeof globalThis>;
  delete world.SharedWorker;
  const container = world.ServiceWorkerContainer?.prototype;
  if (!container) return;
  const { register } = container;
  container.register = new Proxy(register, {
    apply: async () => {
      throw new DOMException(
        'Failed to register a ServiceWorker: the user denied permission to use Service Worker.',
        'NotSupportedError',
      );
    },
  });
}

/** Lets `new WebSocket()` fail: Fetch interception never sees one. Runs in the main world. */
export function refuseWebSockets(): void {
  const Native = (globalThis as Partial<typeof globalThis>).WebSocket;
  if (!Native) return;
  globalThis.WebSocket = new Proxy(Native, {
    construct(target, [url]: [string], newTarget) {
      new URL(url, ownOf(document, 'baseURI'));
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return Reflect.construct(target, [`${scheme}://blocked.invalid/`], newTarget) as object;
    },
  });
}

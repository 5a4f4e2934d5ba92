import { ownOf } from '../../../page/in-page/own-nodes.ts';
/**
 * `new WebSocket()` fails as it does when the server is unreachable. Fetch interception never sees
 * a WebSocket. Runs in the main world.
 */
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

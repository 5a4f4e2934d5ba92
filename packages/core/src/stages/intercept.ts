import type { RenderRequest } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser-source.ts';
import type { FrameSetting } from './frame-settings.ts';
import { splitHeaders } from './own-origin.ts';

type ResourceKind = NonNullable<RenderRequest['block_ressources']>[number];

const resourceTypes: Record<ResourceKind, Protocol.Network.ResourceType | undefined> = {
  document: 'Document',
  stylesheet: 'Stylesheet',
  image: 'Image',
  media: 'Media',
  font: 'Font',
  script: 'Script',
  texttrack: 'TextTrack',
  xhr: 'XHR',
  fetch: 'Fetch',
  eventsource: 'EventSource',
  websocket: undefined,
  manifest: 'Manifest',
  other: 'Other',
};

/** `new WebSocket()` fails as it does when the server is away. Fetch interception never sees a WebSocket. */
const refuseWebSockets = `(() => {
  const Native = globalThis.WebSocket;
  if (!Native) return;
  globalThis.WebSocket = new Proxy(Native, {
    construct(target, [url], newTarget) {
      new URL(url, document.baseURI);
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return Reflect.construct(target, [scheme + '://blocked.invalid/'], newTarget);
    },
  });
})()`;

/**
 * Blocking by resource kind, and headers for the target's own origin.
 * Only requests of those kinds, or to that origin, are paused.
 */
export function interception(
  request: RenderRequest,
  origin: string | undefined,
  mainFrameId: string,
): FrameSetting[] {
  const kinds = new Set(request.block_ressources ?? []);
  const blocked = new Set([...kinds].map((kind) => resourceTypes[kind]));
  const headers = origin === undefined ? [] : splitHeaders(request).own;
  const settings: FrameSetting[] = [];
  const patterns: Protocol.Fetch.RequestPattern[] = [];
  for (const resourceType of blocked) if (resourceType) patterns.push({ resourceType });
  if (headers.length > 0) patterns.push({ urlPattern: `${origin}/*` });

  if (patterns.length > 0) {
    settings.push((session) => {
      session.on('Fetch.requestPaused', (event) => {
        const isMain = event.resourceType === 'Document' && event.frameId === mainFrameId;
        const refuse = blocked.has(event.resourceType) && !isMain;
        const own = origin !== undefined && new URL(event.request.url).origin === origin;
        void answer(session, event, refuse, own ? headers : []).catch(() => {});
      });
      return session.send('Fetch.enable', { patterns });
    });
  }
  if (kinds.has('websocket')) {
    settings.push(async (session) => {
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: refuseWebSockets });
    });
  }
  return settings;
}

function answer(
  session: CdpSession,
  { requestId, request }: Protocol.Fetch.RequestPausedEvent,
  refuse: boolean,
  headers: readonly { name: string; value: string }[],
): Promise<unknown> {
  if (refuse) {
    return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }
  if (headers.length === 0) return session.send('Fetch.continueRequest', { requestId });
  const replaced = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(request.headers)
    .filter(([name]) => !replaced.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return session.send('Fetch.continueRequest', { requestId, headers: [...kept, ...headers] });
}

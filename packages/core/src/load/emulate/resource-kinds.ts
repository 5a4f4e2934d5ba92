import type { RenderRequest } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser-source.ts';

export type ResourceKind = NonNullable<RenderRequest['block_ressources']>[number];

type ResourceType = Protocol.Network.ResourceType;

/** Fetch types of each kind: media are fewer, XHR includes fetch, Other workers' scripts. */
const pausedTypes: Record<ResourceKind, readonly ResourceType[]> = {
  document: ['Document'],
  stylesheet: ['Stylesheet'],
  image: ['Image'],
  media: ['Media'],
  font: ['Font'],
  script: ['Script', 'Other'],
  texttrack: ['Media'],
  xhr: ['XHR'],
  fetch: ['XHR'],
  eventsource: ['XHR'],
  websocket: [],
  manifest: ['Other'],
  other: ['Other', 'Ping', 'Fetch'],
};

/** Kinds by the types of the Network domain; all other types are `other`. */
const kindOfType: Partial<Record<ResourceType, ResourceKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  TextTrack: 'texttrack',
  XHR: 'xhr',
  Fetch: 'fetch',
  EventSource: 'eventsource',
  WebSocket: 'websocket',
  Manifest: 'manifest',
};

/** Types that represent several kinds in the Fetch domain. */
const ambiguous: ReadonlySet<ResourceType> = new Set(['Media', 'XHR', 'Fetch', 'Other']);

/** Maximum time for Network to report a request that Fetch has paused, in ms. */
const typeBoundMs = 1000;

/** Returns the patterns that pause every request of these kinds, and possibly others. */
export function patternsOf(kinds: ReadonlySet<ResourceKind>): Protocol.Fetch.RequestPattern[] {
  const types = new Set([...kinds].flatMap((kind) => pausedTypes[kind]));
  return [...types].map((resourceType) => ({ resourceType }));
}

/** Returns the kind of paused requests. */
export interface KindReader {
  /** Call it for each session: the requests of workers are reported in sessions of their own. */
  listen(session: CdpSession): Promise<void>;
  kindOf(event: Protocol.Fetch.RequestPausedEvent): Promise<ResourceKind>;
}

/** Reads kinds; listens to the network only if Fetch alone cannot distinguish them. */
export function createKindReader(kinds: ReadonlySet<ResourceKind>): KindReader {
  const isNeeded = [...kinds].some((kind) => pausedTypes[kind].some((type) => ambiguous.has(type)));
  const types = new Map<string, ResourceType>();
  const waiting = new Map<string, (type: ResourceType) => void>();
  const typeOf = (networkId: string, fallback: ResourceType) =>
    new Promise<ResourceType>((resolve) => {
      const known = types.get(networkId);
      if (known !== undefined) return resolve(known);
      const timer = setTimeout(resolve, typeBoundMs, fallback);
      waiting.set(networkId, (type) => {
        clearTimeout(timer);
        resolve(type);
      });
    });
  return {
    async listen(session) {
      if (!isNeeded) return;
      session.on('Network.requestWillBeSent', ({ requestId, type }) => {
        if (type === undefined) return;
        types.set(requestId, type);
        waiting.get(requestId)?.(type);
        waiting.delete(requestId);
      });
      await session.send('Network.enable', {});
    },
    async kindOf({ resourceType, networkId }) {
      const isClear = !isNeeded || !ambiguous.has(resourceType) || networkId === undefined;
      const type = isClear ? resourceType : await typeOf(networkId, resourceType);
      return kindOfType[type] ?? 'other';
    },
  };
}

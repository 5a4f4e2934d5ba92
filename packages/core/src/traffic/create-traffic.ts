import type { CdpSession } from '../browser-source.ts';
import { receivedOf, sentOf, type Exchange, type Keep } from './exchange.ts';
import { copyOfStart } from './shown-url.ts';

/** Maximum number of exchanges; further ones are only counted. */
const maxExchanges = 2000;
const longestText = 100;

/** Called when an exchange ends, to read its body. */
type OnFinished = (exchange: Exchange, session: CdpSession, requestId: string) => void;

/** Requests of a page, recorded as they occur. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** Number of requests beyond the limit. */
  readonly left: number;
  /** Listens to the Network domain of a session. */
  listen(session: CdpSession): void;
  restart(): void;
}

export function createTraffic(keep: Keep, onFinished?: OnFinished): Traffic {
  const exchanges: Exchange[] = [];
  /** Pending exchanges by id. A frame's document may start in one session and end in another. */
  const open = new Map<string, Exchange>();
  let left = 0;
  const listen = (session: CdpSession) => {
    session.on('Network.requestWillBeSent', (event) => {
      const { requestId, redirectResponse, timestamp } = event;
      const before = open.get(requestId);
      if (before && redirectResponse) {
        before.received = receivedOf(redirectResponse, keep);
        before.endS = timestamp;
        before.bytes = redirectResponse.encodedDataLength;
      }
      open.delete(requestId);
      const url = keep.url(event.request.url);
      if (url === undefined) return;
      if (exchanges.length >= maxExchanges) {
        left += 1;
        return;
      }
      const exchange: Exchange = { sent: sentOf(event, url, keep) };
      exchanges.push(exchange);
      open.set(requestId, exchange);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const exchange = open.get(requestId);
      if (exchange) exchange.received = receivedOf(response, keep);
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const exchange = open.get(requestId);
      open.delete(requestId);
      if (!exchange) return;
      Object.assign(exchange, { endS: timestamp, bytes: encodedDataLength });
      onFinished?.(exchange, session, requestId);
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) => {
      const exchange = open.get(requestId);
      const error = copyOfStart(blockedReason ?? errorText, longestText);
      if (exchange) Object.assign(exchange, { endS: timestamp, error });
      open.delete(requestId);
    });
  };
  return {
    exchanges,
    get left() {
      return left;
    },
    listen,
    restart() {
      exchanges.length = 0;
      open.clear();
      left = 0;
    },
  };
}

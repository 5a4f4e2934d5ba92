import type { CdpSession, PageSession } from '@tintype/core';
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js';
import { Connection } from 'puppeteer-core/internal/cdp/Connection.js';
import type { ConnectionTransport } from 'puppeteer-core/internal/common/ConnectionTransport.js';
import type { SharedTransport } from './shared-transport.ts';

/** puppeteer's session, seen through the engine's own type. */
export function wrapSession(session: CDPSession): CdpSession {
  return wrap(session.id(), session);
}

/** The session of a page, with a way around puppeteer for its pictures. */
export function wrapPageSession(session: CDPSession, transport: SharedTransport): PageSession {
  const id = session.id();
  return {
    ...wrapSession(session),
    picture: (method, params) => transport.call(id, method, { ...params }) as never,
    onPicture: (listener) => transport.listen(id, 'Page.screencastFrame', listener as never),
  };
}

/** The browser's own session. */
export function wrapConnection(connection: Connection): CdpSession {
  return wrap('', connection);
}

interface Speaks {
  send(method: never, params?: never): Promise<unknown>;
  on(event: never, listener: never): unknown;
  off(event: never, listener: never): unknown;
}

function wrap(id: string, speaker: unknown): CdpSession {
  const speaks = speaker as Speaks;
  return {
    id,
    send: (method, ...[params]) => speaks.send(method as never, params as never) as never,
    on: (event, listener) => void speaks.on(event as never, listener as never),
    off: (event, listener) => void speaks.off(event as never, listener as never),
  };
}

const noLogger = () => undefined;

/** Speaks CDP over a transport. No call times out by itself: each is raced against its render's deadline. */
export function openConnection(transport: ConnectionTransport): Connection {
  return new Connection('', transport, 0, 0, false, undefined, noLogger);
}

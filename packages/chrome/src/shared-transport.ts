import type { ConnectionTransport } from 'puppeteer-core/internal/common/ConnectionTransport.js';

/** One pipe to a browser, used by more than one client. */
export interface SharedTransport {
  /** For the client that owns the browser: nothing of what it sends or gets is changed. */
  readonly main: ConnectionTransport;
  /**
   * A client of its own, as if it had connected to the browser itself.
   * @param sessionId - what `Target.attachToBrowserTarget` gave
   */
  guest(sessionId: string): ConnectionTransport;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: { sessionId?: string };
}

interface Guest {
  transport: ConnectionTransport;
  root: string;
  /** Sessions that this guest, not the owner, is to hear of. */
  sessions: Set<string>;
}

/** Ids of guests begin above those of the owner and of each other. */
const idsPerGuest = 1_000_000_000;

/** Lets guests use the pipe of an owner. While there is none, it costs nothing. */
export function shareTransport(pipe: ConnectionTransport): SharedTransport {
  const guests = new Map<number, Guest>();
  let count = 0;
  const main: ConnectionTransport = {
    send: (text) => pipe.send(text),
    close: () => pipe.close(),
  };
  pipe.onclose = () => {
    for (const { transport } of guests.values()) transport.onclose?.();
    main.onclose?.();
  };
  pipe.onmessage = (text) => {
    if (guests.size === 0 || !toGuest(text)) main.onmessage?.(text);
  };

  function toGuest(text: string): boolean {
    const message = JSON.parse(text) as Message;
    const guest = guestOf(message);
    if (!guest) return false;
    const { method, params } = message;
    if (method === 'Target.attachedToTarget' && params?.sessionId !== undefined) {
      guest.sessions.add(params.sessionId);
    }
    if (message.id !== undefined) message.id %= idsPerGuest;
    if (message.sessionId === guest.root) delete message.sessionId;
    guest.transport.onmessage?.(JSON.stringify(message));
    return true;
  }

  function guestOf({ id, sessionId }: Message): Guest | undefined {
    if (id !== undefined) return guests.get(Math.floor(id / idsPerGuest));
    if (sessionId === undefined) return undefined;
    return [...guests.values()].find(({ sessions }) => sessions.has(sessionId));
  }

  return {
    main,
    guest(root) {
      count += 1;
      const key = count;
      const transport: ConnectionTransport = {
        send(text) {
          const message = JSON.parse(text) as Message;
          message.sessionId ??= root;
          message.id = key * idsPerGuest + (message.id ?? 0);
          pipe.send(JSON.stringify(message));
        },
        close() {
          guests.delete(key);
        },
      };
      guests.set(key, { transport, root, sessions: new Set([root]) });
      return transport;
    },
  };
}

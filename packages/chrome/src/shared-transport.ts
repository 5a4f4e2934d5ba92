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

/** Ids of guests begin above those of the owner, and end where CDP's do: at 31 bits. */
const firstGuestId = 1_000_000_000;
const lastGuestId = 2 ** 31 - 1;

/** Lets guests use the pipe of an owner. While there is none, it costs nothing. */
export function shareTransport(pipe: ConnectionTransport): SharedTransport {
  const guests = new Set<Guest>();
  /** What guests asked and was not answered yet, by the id that the browser knows. */
  const asked = new Map<number, { guest: Guest; id: number | undefined }>();
  let nextId = firstGuestId;
  const main: ConnectionTransport = {
    send: (text) => pipe.send(text),
    close: () => pipe.close(),
  };
  pipe.onclose = () => {
    for (const { transport } of guests) transport.onclose?.();
    main.onclose?.();
  };
  pipe.onmessage = (text) => {
    if ((guests.size === 0 && asked.size === 0) || !toGuest(text)) main.onmessage?.(text);
  };

  function toGuest(text: string): boolean {
    const message = JSON.parse(text) as Message;
    const question = message.id === undefined ? undefined : asked.get(message.id);
    const guest = question?.guest ?? guestOf(message.sessionId);
    if (!guest) return false;
    const { method, params } = message;
    if (method === 'Target.attachedToTarget' && params?.sessionId !== undefined) {
      guest.sessions.add(params.sessionId);
    }
    if (question && message.id !== undefined) {
      asked.delete(message.id);
      if (question.id !== undefined) message.id = question.id;
    }
    if (message.sessionId === guest.root) delete message.sessionId;
    if (guests.has(guest)) guest.transport.onmessage?.(JSON.stringify(message));
    return true;
  }

  function guestOf(sessionId: string | undefined): Guest | undefined {
    if (sessionId === undefined) return undefined;
    return [...guests].find(({ sessions }) => sessions.has(sessionId));
  }

  return {
    main,
    guest(root) {
      const guest: Guest = {
        root,
        sessions: new Set([root]),
        transport: {
          send(text) {
            const message = JSON.parse(text) as Message;
            message.sessionId ??= root;
            asked.set(nextId, { guest, id: message.id });
            message.id = nextId;
            nextId = nextId === lastGuestId ? firstGuestId : nextId + 1;
            pipe.send(JSON.stringify(message));
          },
          close() {
            guests.delete(guest);
          },
        },
      };
      guests.add(guest);
      return guest.transport;
    },
  };
}

import type { ConnectionTransport } from 'puppeteer-core/internal/common/ConnectionTransport.js';
import { Binary, type CdpMessage } from './cdp-binary.ts';
import type { MessagePipe } from './message-pipe.ts';

/** One pipe to a browser, used by more than one client. */
export interface SharedTransport {
  /** For the client that owns the browser: nothing of what it sends or gets is changed. */
  readonly main: ConnectionTransport;
  /**
   * A client of its own, as if it had connected to the browser itself.
   * @param sessionId - what `Target.attachToBrowserTarget` gave
   */
  guest(sessionId: string): ConnectionTransport;
  /** Calls a method whose answer holds a picture, past the owner. The picture comes as bytes. */
  call(
    sessionId: string,
    method: string,
    params: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** Takes an event that holds a picture from the owner; that comes as bytes. Gives what ends this. */
  listen(
    sessionId: string,
    method: string,
    listener: (params: Record<string, unknown>) => void,
  ): () => void;
}

interface Guest {
  transport: ConnectionTransport;
  root: string;
  /** Sessions that this guest, not the owner, is to hear of. */
  sessions: Set<string>;
}

interface Call {
  sessionId: string;
  settle(message: CdpMessage): void;
}

/** Ids of guests and of calls begin above those of the owner, and end where CDP's do: at 31 bits. */
const firstOwnId = 1_000_000_000;
const lastOwnId = 2 ** 31 - 1;

/** Lets guests use the pipe of an owner. */
export function shareTransport(pipe: MessagePipe): SharedTransport {
  const guests = new Set<Guest>();
  /** What guests asked and was not answered yet, by the id that the browser knows. */
  const asked = new Map<number, { guest: Guest; id: number | undefined }>();
  const calls = new Map<number, Call>();
  const listeners = new Map<string, (params: Record<string, unknown>) => void>();
  let nextId = firstOwnId;
  const ownId = () => {
    const id = nextId;
    nextId = id === lastOwnId ? firstOwnId : id + 1;
    return id;
  };
  const main: ConnectionTransport = {
    send: (text) => pipe.send(JSON.parse(text) as CdpMessage),
    close: () => pipe.close(),
  };
  pipe.onclose = () => {
    endCalls(() => true);
    for (const { transport } of guests) transport.onclose?.();
    main.onclose?.();
  };
  pipe.onmessage = (message) => {
    if (message.method === 'Target.detachedFromTarget') {
      forget(String(message.params?.['sessionId']));
    }
    if (toCall(message) || toListener(message) || toGuest(message)) return;
    main.onmessage?.(JSON.stringify(message));
  };

  // It may have ended before anybody listened; the owner is about to.
  if (pipe.closed) setImmediate(() => pipe.onclose?.());

  /** A session is over: nothing of it will come. */
  function forget(ended: string): void {
    endCalls(({ sessionId }) => sessionId === ended);
    for (const key of listeners.keys()) if (key.startsWith(`${ended} `)) listeners.delete(key);
  }

  function endCalls(which: (call: Call) => boolean): void {
    for (const [id, call] of calls) {
      if (!which(call)) continue;
      calls.delete(id);
      call.settle({ error: { message: 'Target closed' } });
    }
  }

  function toCall(message: CdpMessage): boolean {
    const call = message.id === undefined ? undefined : calls.get(message.id);
    if (!call || message.id === undefined) return false;
    calls.delete(message.id);
    call.settle(message);
    return true;
  }

  function toListener({ sessionId, method, params }: CdpMessage): boolean {
    const listener =
      listeners.size > 0 && method ? listeners.get(`${sessionId} ${method}`) : undefined;
    listener?.(unwrapped(params));
    return listener !== undefined;
  }

  function toGuest(message: CdpMessage): boolean {
    if (guests.size === 0 && asked.size === 0) return false;
    const question = message.id === undefined ? undefined : asked.get(message.id);
    const guest = question?.guest ?? guestOf(message.sessionId);
    if (!guest) return false;
    const { method, params } = message;
    const attached = params?.['sessionId'];
    if (method === 'Target.attachedToTarget' && typeof attached === 'string') {
      guest.sessions.add(attached);
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
            const message = JSON.parse(text) as CdpMessage;
            message.sessionId ??= root;
            const id = ownId();
            asked.set(id, { guest, id: message.id });
            pipe.send({ ...message, id });
          },
          close() {
            guests.delete(guest);
          },
        },
      };
      guests.add(guest);
      return guest.transport;
    },
    call(sessionId, method, params) {
      return new Promise((resolve, reject) => {
        const settle = ({ result, error }: CdpMessage) => {
          if (error) reject(new Error(`Protocol error (${method}): ${error.message}`));
          else resolve(unwrapped(result));
        };
        if (pipe.closed) return settle({ error: { message: 'Target closed' } });
        const id = ownId();
        pipe.send({ id, sessionId, method, params });
        calls.set(id, { sessionId, settle });
      });
    },
    listen(sessionId, method, listener) {
      const key = `${sessionId} ${method}`;
      listeners.set(key, listener);
      return () => void listeners.delete(key);
    },
  };
}

/** Pictures as bytes. They lie at the top of what holds them. */
function unwrapped(fields: Record<string, unknown> = {}): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Binary) fields[name] = value.bytes;
  }
  return fields;
}

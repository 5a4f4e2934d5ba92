import type { ConnectionTransport } from 'puppeteer-core';
import type { PageFault } from './page-fault.ts';
import type { CdpMessage } from './cdp-binary.ts';
import type { MessagePipe } from './message-pipe.ts';
import type { PendingCalls } from './pending-calls.ts';

/** Clients that speak CDP's JSON over a pipe that is not theirs. */
export interface Guests {
  open(root: string, targetId: string): ConnectionTransport;
  /** Hands over an answer to a question of a guest; gives whether it was one. */
  answer(message: CdpMessage): boolean;
  /** Hands over an event of a session of a guest; gives whether it was one. */
  event(message: CdpMessage): boolean;
  /** Whether it is a guest's own session with the browser, which hears of all pages. */
  isRoot(sessionId: string): boolean;
  /** The page that the guest of this session is there for. */
  targetOf(sessionId: string): string | undefined;
  /** The pipe has ended. */
  end(): void;
}

interface Guest {
  transport: ConnectionTransport;
  root: string;
  targetId: string;
  /** Sessions whose events go to this guest alone. */
  sessions: Set<string>;
}

const withImage = /^Page\.(captureScreenshot|printToPDF)$/;

/** Lets clients use the pipe beside its owner. */
export function createGuests(
  pipe: MessagePipe,
  calls: Pick<PendingCalls, 'newId'>,
  onFault: (fault: PageFault) => void,
): Guests {
  const guests = new Set<Guest>();
  /** What guests asked and was not answered yet, by the id that the browser knows. */
  const asked = new Map<number, { guest: Guest; id: number | undefined }>();

  const guestOf = (sessionId: string | undefined): Guest | undefined => {
    if (sessionId === undefined || guests.size === 0) return undefined;
    return [...guests].find(({ sessions }) => sessions.has(sessionId));
  };
  const leave = (guest: Guest) => {
    guests.delete(guest);
    for (const [id, question] of asked) if (question.guest === guest) asked.delete(id);
  };
  /** What it cannot take, or fails on, ends it: it would wait for ever otherwise. */
  const hand = (guest: Guest, { sessionId, ...message }: CdpMessage) => {
    if (!guests.has(guest)) return;
    const fail = (error: unknown) => {
      if (!guests.has(guest)) return;
      leave(guest);
      const reason = `puppeteer failed on what the page said: ${(error as Error)?.message}`;
      onFault({ targetId: guest.targetId, what: 'page', reason });
      guest.transport.onclose?.();
    };
    const to = sessionId === guest.root ? {} : { sessionId };
    try {
      // A session's own message may be read after a wait.
      const read: unknown = guest.transport.onmessage?.(JSON.stringify({ ...message, ...to }));
      if (read instanceof Promise) read.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  return {
    open(root, targetId) {
      const guest: Guest = {
        root,
        targetId,
        sessions: new Set([root]),
        transport: {
          send(text) {
            const message = JSON.parse(text) as CdpMessage;
            message.sessionId ??= root;
            const id = calls.newId();
            asked.set(id, { guest, id: message.id });
            pipe.send(
              { ...message, id },
              withImage.test(message.method ?? '') ? 'image' : undefined,
            );
          },
          close: () => leave(guest),
        },
      };
      guests.add(guest);
      return guest.transport;
    },
    answer(message) {
      const question = message.id === undefined ? undefined : asked.get(message.id);
      if (!question || message.id === undefined) return false;
      asked.delete(message.id);
      hand(question.guest, {
        ...message,
        ...(question.id === undefined ? {} : { id: question.id }),
      });
      return true;
    },
    event(message) {
      const guest = guestOf(message.sessionId);
      if (!guest) return false;
      const session = message.params?.['sessionId'];
      if (typeof session === 'string') {
        if (message.method === 'Target.attachedToTarget') guest.sessions.add(session);
      }
      hand(guest, message);
      if (message.method === 'Target.detachedFromTarget') guest.sessions.delete(String(session));
      return true;
    },
    isRoot: (sessionId) => guestOf(sessionId)?.root === sessionId,
    targetOf: (sessionId) => guestOf(sessionId)?.targetId,
    end() {
      for (const { transport } of guests) transport.onclose?.();
      guests.clear();
      asked.clear();
    },
  };
}

import { addressProblem } from './address-problem.ts';
import type { CdpMessage } from './cdp-binary.ts';
import type { MessagePipe } from './message-pipe.ts';
import type { PendingCalls } from './pending-calls.ts';

/** The page that a guest is there for. */
export interface GuestPage {
  targetId: string;
  browserContextId: string;
  /** The egress proxy of the page: that of the contexts that the guest creates, too. */
  proxyServer: string;
}

/** A connection as puppeteer takes one: its own type would bring those of the DOM along. */
export interface ConnectionTransport {
  send(message: string): void;
  close(): void;
  onmessage?: (message: string) => void;
  onclose?: () => void;
}

/** A client of CDP that is not the owner of the pipe. */
export interface Guest {
  readonly transport: ConnectionTransport;
  readonly contexts: ReadonlySet<string>;
  /** Resolves to true if it created this target. */
  created(targetId: string): Promise<boolean>;
}

/** Clients that speak CDP's JSON over a pipe that is not theirs. */
export interface Guests {
  open(root: string, page: GuestPage): Guest;
  /** Delivers the response to a command of a guest; returns whether it was one. */
  answer(message: CdpMessage): boolean;
  /** Delivers an event of a guest's session; returns whether it was one. */
  event(message: CdpMessage): boolean;
  /** Returns whether it is a guest's session with the browser, with events of all pages. */
  isRoot(sessionId: string): boolean;
  /** The page that the guest of this session is there for. */
  targetOf(sessionId: string): string | undefined;
  end(): void;
}

interface OpenGuest {
  transport: ConnectionTransport;
  root: string;
  page: GuestPage;
  /** Sessions whose events go to this guest alone. */
  sessions: Set<string>;
  contexts: Set<string>;
  targets: Set<string>;
  /** Commands that create targets, until they are answered. */
  creating: Set<Promise<void>>;
}

/** A command of a guest, until it is answered. */
interface Question {
  guest: OpenGuest;
  id: number | undefined;
  method: string | undefined;
  onAnswered?(): void;
}

const withImage = /^Page\.(captureScreenshot|printToPDF)$/;

/** Lets clients use the pipe beside its owner. */
export function createGuests(
  pipe: MessagePipe,
  calls: Pick<PendingCalls, 'newId' | 'send'>,
  onFault: (fault: PageFault) => void,
): Guests {
  const guests = new Set<OpenGuest>();
  /** Commands of guests that were not answered yet, by the id that the browser knows. */
  const asked = new Map<number, Question>();

  const guestOf = (sessionId: string | undefined): OpenGuest | undefined => {
    if (sessionId === undefined || guests.size === 0) return undefined;
    return [...guests].find(({ sessions }) => sessions.has(sessionId));
  };
  const leave = (guest: OpenGuest) => {
    guests.delete(guest);
    for (const [id, question] of asked) {
      if (question.guest !== guest) continue;
      asked.delete(id);
      question.onAnswered?.();
    }
  };
  /** Closes a guest that throws on a message: it would wait forever otherwise. */
  const hand = (guest: OpenGuest, { sessionId, ...message }: CdpMessage) => {
    if (!guests.has(guest)) return;
    const fail = (error: unknown) => {
      if (!guests.has(guest)) return;
      leave(guest);
      const reason = `puppeteer failed on what the page said: ${(error as Error)?.message}`;
      onFault({ targetId: guest.page.targetId, what: 'page', reason });
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
  const send = (guest: OpenGuest, text: string) => {
    const { id: own, ...message } = confined(JSON.parse(text) as CdpMessage, guest.page);
    const { method, sessionId = guest.root } = message;
    const problem = addressProblem(method, message.params);
    if (problem !== undefined) {
      const error = { code: -32000, message: problem };
      setImmediate(() => hand(guest, { ...(own !== undefined && { id: own }), sessionId, error }));
      return;
    }
    const id = calls.newId();
    const question: Question = { guest, id: own, method };
    asked.set(id, question);
    if (method === 'Target.createTarget') {
      const created = new Promise<void>((resolve) => (question.onAnswered = resolve));
      guest.creating.add(created);
      void created.then(() => guest.creating.delete(created));
    }
    pipe.send({ ...message, id, sessionId }, withImage.test(method ?? '') ? 'image' : undefined);
  };
  /** Registers what a command created, before the guest receives the response. */
  const note = ({ guest, method, onAnswered }: Question, { result = {} }: CdpMessage) => {
    const { browserContextId, targetId } = result;
    if (method === 'Target.createTarget' && typeof targetId === 'string')
      guest.targets.add(targetId);
    if (method === 'Target.createBrowserContext' && typeof browserContextId === 'string') {
      guest.contexts.add(browserContextId);
      const denied = { behavior: 'deny', browserContextId };
      calls.send('', 'Browser.setDownloadBehavior', denied).catch(() => {});
    }
    onAnswered?.();
  };
  return {
    open(root, page) {
      const guest: OpenGuest = {
        root,
        page,
        sessions: new Set([root]),
        contexts: new Set(),
        targets: new Set(),
        creating: new Set(),
        transport: { send: (text) => send(guest, text), close: () => leave(guest) },
      };
      guests.add(guest);
      return {
        transport: guest.transport,
        contexts: guest.contexts,
        async created(targetId) {
          // The event that a target is there comes before the answer of the command.
          await Promise.all(guest.creating);
          return guest.targets.has(targetId);
        },
      };
    },
    answer(message) {
      const question = message.id === undefined ? undefined : asked.get(message.id);
      if (!question || message.id === undefined) return false;
      asked.delete(message.id);
      note(question, message);
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
    targetOf: (sessionId) => guestOf(sessionId)?.page.targetId,
    end() {
      for (const { transport } of guests) transport.onclose?.();
      guests.clear();
      asked.clear();
    },
  };
}

/** A command as it may be sent: contexts get the egress proxy, pages the context of the guest. */
function confined(message: CdpMessage, page: GuestPage): CdpMessage {
  const { method, params = {} } = message;
  if (method === 'Target.createBrowserContext') {
    const { proxyServer } = page;
    const bound = { disposeOnDetach: true, proxyServer, proxyBypassList: '<-loopback>' };
    return { ...message, params: bound };
  }
  if (method === 'Target.createTarget') {
    return { ...message, params: { browserContextId: page.browserContextId, ...params } };
  }
  return message;
}

/** A message of a page that could not be received or processed. */
export interface PageFault {
  /** The page's target; undefined if the page is unknown. */
  targetId: string | undefined;
  what: 'page' | 'size';
  reason: string;
}

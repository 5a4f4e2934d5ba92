import type { CdpSession, PageSession } from '@tintype/core';
import { RenderError } from '@tintype/contract/errors';
import type { CdpMessage } from './cdp-binary.ts';
import { createGuests, type Guest, type GuestPage, type PageFault } from './guest-transports.ts';
import type { LostMessage } from './message-assembler.ts';
import type { MessagePipe } from './message-pipe.ts';
import { createPendingCalls } from './pending-calls.ts';
import { openSession, type RoutedSession } from './routed-session.ts';

/** The sessions on one pipe to a browser. */
export interface CdpRouter {
  /** The browser's own session. */
  readonly root: CdpSession;
  /** A session that the browser announced, until it ends. */
  session(sessionId: string): PageSession | undefined;
  attach(targetId: string): Promise<PageSession>;
  /** Ends the other sessions of a page, and counts its events from 0: another render uses it. */
  detach(targetId: string, except: readonly CdpSession[]): Promise<void>;
  /**
   * Opens a client of its own, as if connected directly to the browser. It loads no local files,
   * and what it creates uses the egress proxy of its page.
   * @param sessionId - from `Target.attachToBrowserTarget`
   */
  guest(sessionId: string, page: GuestPage): Guest;
}

/** Maximum bytes of one page's events in total, without images and own bindings. */
const eventBudget = 256_000_000;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

/**
 * Routes replies and events to their sessions. Whatever a page makes the browser send, nothing is
 * thrown from here: what cannot be routed is reported to `onFault`, and costs the page that sent
 * it.
 */
export function routeMessages(pipe: MessagePipe, onFault: (fault: PageFault) => void): CdpRouter {
  const sessions = new Map<string, RoutedSession>();
  const calls = createPendingCalls(pipe);
  const guests = createGuests(pipe, calls, onFault);
  const eventBytes = new Map<string, number>();
  const root = openSession('', undefined, undefined, calls);

  pipe.onclose = () => {
    calls.endAll('Connection closed.');
    guests.end();
  };
  pipe.onlost = (lost) => guarded(lost.sessionId, () => lose(lost));
  pipe.onmessage = (message, bytes) => {
    guarded(message.sessionId, () => {
      if (message.id === undefined) event(message, bytes);
      else if (!guests.answer(message)) calls.settle(message);
    });
  };
  // It may have ended before anybody listened.
  if (pipe.closed) setImmediate(() => pipe.onclose?.());

  function guarded(sessionId: string | undefined, work: () => void): void {
    try {
      work();
    } catch (error) {
      fault(sessionId, 'page', `what the page said failed: ${(error as Error)?.message}`);
    }
  }

  function fault(sessionId: string | undefined, what: PageFault['what'], reason: string): void {
    onFault({ targetId: speakerOf(sessionId, undefined), what, reason });
  }

  /** The page that a message is about. */
  function speakerOf(
    sessionId: string | undefined,
    params: Record<string, unknown> | undefined,
  ): string | undefined {
    if (sessionId === undefined || guests.isRoot(sessionId)) return infoTarget(params);
    return guests.targetOf(sessionId) ?? sessions.get(sessionId)?.pageTargetId;
  }

  function event(message: CdpMessage, bytes: number): void {
    const { sessionId, method = '', params = {} } = message;
    if (method === 'Target.attachedToTarget') attached(params, sessionId);
    charge(message, bytes);
    if (!guests.event(message)) {
      const session = sessionId === undefined ? root : sessions.get(sessionId);
      session?.emit(method, params, (error) =>
        fault(sessionId, 'page', `a listener to ${method} failed: ${(error as Error)?.message}`),
      );
    }
    if (method === 'Target.detachedFromTarget') detached(params, sessionId);
    if (sessionId !== undefined) return;
    if (method === 'Target.targetDestroyed') eventBytes.delete(String(params['targetId']));
  }

  /** Only sessions announced by the browser count: a compromised page may send anything. */
  function attached(params: Record<string, unknown>, by: string | undefined): void {
    const { sessionId, targetInfo } = params as { sessionId?: unknown; targetInfo?: unknown };
    if (typeof sessionId !== 'string' || sessions.has(sessionId)) return;
    const parent = by === undefined ? undefined : sessions.get(by);
    const { targetId } = (targetInfo ?? {}) as { targetId?: string };
    sessions.set(sessionId, openSession(sessionId, parent, targetId, calls));
  }

  function detached({ sessionId }: Record<string, unknown>, by: string | undefined): void {
    const ended = sessions.get(String(sessionId));
    if (!ended || ended.parent?.face.id !== by) return;
    for (const session of sessions.values()) {
      if (!isWithin(session, ended)) continue;
      sessions.delete(session.face.id);
      session.end();
      calls.endOf(session.face.id);
    }
  }

  /** A page that says ever so much, in messages of any size, would keep everybody else waiting. */
  function charge({ sessionId, method, params }: CdpMessage, bytes: number): void {
    if (method === 'Runtime.bindingCalled' || method === 'Page.screencastFrame') return;
    // An event of a page that goes to several sessions counts once.
    if (sessionId !== undefined && guests.isRoot(sessionId)) return;
    const targetId = speakerOf(sessionId, params);
    if (targetId === undefined) return;
    const total = (eventBytes.get(targetId) ?? 0) + bytes;
    eventBytes.set(targetId, total);
    if (total <= eventBudget) return;
    const reason = `The page sent ${megabytes(total)} of events; the most is ${megabytes(eventBudget)}.`;
    onFault({ targetId, what: 'size', reason });
  }

  function lose({ head, sessionId, bytes, limit }: LostMessage): void {
    const what = limit === undefined ? 'page' : 'size';
    const reason =
      limit === undefined
        ? 'A message about the page could not be read.'
        : `The page sent ${megabytes(bytes)} in one message; the most is ${megabytes(limit)}.`;
    if (head.id !== undefined) {
      const error = new RenderError(what === 'size' ? 'page_too_large' : 'page_crashed', reason);
      if (calls.fail(head.id, sessionId, error)) return;
    }
    onFault({ targetId: speakerOf(sessionId, head.params), what, reason });
  }

  return {
    root: root.face,
    session: (sessionId) => sessions.get(sessionId)?.face,
    async attach(targetId) {
      const { sessionId } = await root.face.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      const session = sessions.get(sessionId);
      if (!session) throw new Error('Target closed');
      return session.face;
    },
    async detach(targetId, except) {
      const own = [...sessions.values()].filter(
        ({ face, parent, pageTargetId }) =>
          !parent && pageTargetId === targetId && !except.some(({ id }) => id === face.id),
      );
      await Promise.all(
        own.map(({ face }) => root.face.send('Target.detachFromTarget', { sessionId: face.id })),
      );
      eventBytes.delete(targetId);
    },
    guest: (sessionId, page) => guests.open(sessionId, page),
  };
}

/** The target that an event of the browser itself is about. */
function infoTarget(params: Record<string, unknown> | undefined): string | undefined {
  const { targetId } = (params?.['targetInfo'] ?? {}) as { targetId?: unknown };
  return typeof targetId === 'string' ? targetId : undefined;
}

function isWithin(session: RoutedSession | undefined, outer: RoutedSession): boolean {
  return session !== undefined && (session === outer || isWithin(session.parent, outer));
}

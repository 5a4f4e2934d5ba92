import {
  RenderError,
  type RenderRequest,
  type StateCookie,
  type StorageState,
} from '@tintype/contract';
import type { DoneStep, SessionReceipt, Wall } from '@tintype/contract/headers';
import type { PageState } from '../browser-source.ts';
import type { PageHandle } from '../page/page-handle.ts';
import type { SessionWork } from '../page/page-work.ts';
import { findWall } from '../receipt/wall/find-wall.ts';
import { watchPage } from '../receipt/watch-page.ts';
import type { Deadline } from '../time/deadline.ts';
import type { Hooks, SessionStore, StoredSession } from '../types.ts';
import { withRestored, withUnread } from './left-state.ts';
import { saveChange, unsaved, type Unsaved } from './save-change.ts';

/** Inputs of {@link createSessionUse}. */
export interface SessionUseParts {
  name: string;
  store: SessionStore;
  stored: StoredSession;
  /** True if a login may be repeated when the page shows one. */
  canLogIn: boolean;
  /** True if it has been repeated for this request. */
  isRefreshed: boolean;
  warn(message: string): void;
}

/** The use of a stored session by one page. */
export interface SessionUse extends SessionWork {
  /** Notes the state that the page starts with. */
  readonly hook: Hooks;
  /** True once the page showed a login that the steps of the session may do again. */
  readonly needsLogin: boolean;
  /** True if the page showed a login when it was last inspected. */
  readonly isExpired: boolean;
  /**
   * Inspects a page that stays open: later, a login that shows is reported only.
   * @throws {RenderError} `session_expired` as `receiptFor`
   */
  opened(page: PageHandle, request: RenderRequest): Promise<void>;
  /**
   * Writes the noted changes, for at most ten seconds and the time that is left: beyond that is a
   * warning. Never rejects.
   */
  save(deadline?: Pick<Deadline, 'remainingMs'>): Promise<void>;
}

/** Maximum time to read the state of a page, in ms. */
const noteBoundMs = 5000;

/** Maximum time to write a state, in ms. */
const saveBoundMs = 10_000;

/** Time left for a result whose state could not be read, in ms. */
const spareMs = 200;

export function createSessionUse(parts: SessionUseParts): SessionUse {
  const { name, store, stored, isRefreshed, warn } = parts;
  const { version } = stored;
  let { canLogIn } = parts;
  let needsLogin = false;
  let isStarted = false;
  /** True once the base has the databases as they were restored. */
  let isBased = false;
  let isExpired = false;
  /** True until the state of a page that shows a login is left out of a write. */
  let isAtLogin = false;
  const refused: StateCookie[] = [];
  let base: StorageState = stored.state;
  let noted: PageState | undefined;
  let saving = Promise.resolve();
  /** The session's part of the last receipt, which the next save completes. */
  let receipt: SessionReceipt | undefined;
  let document: { eventName: string; steps: readonly DoneStep[] } | undefined;
  const isLogin = (wall: Wall | undefined) => wall?.kind === 'login';
  // Steps of the request that were done are not repeated: a second click may buy twice.
  const mayRepeat = () => canLogIn && (document?.steps.length ?? 0) === 0;

  const report = ({ reason, text }: Unsaved) => {
    warn(`The session ${name} was not updated: ${text}.`);
    if (receipt) receipt.unsaved = reason;
  };

  const saveNoted = async (left: PageState, signal: AbortSignal) => {
    for (const part of left.missing) warn(`The session ${name} lacks ${part}.`);
    if (!isBased) base = withRestored(base, left);
    isBased = true;
    const mine = withUnread(left, base);
    const problem = await saveChange({ store, name, warn }, { base, mine, version }, signal);
    // The caller of an aborted one has reported it.
    if (problem && !signal.aborted) report(problem);
    if (problem) return;
    // Origins that were not shown yet are as they were restored.
    const isShown = new Set(mine.origins.map(({ origin }) => origin));
    const others = base.origins.filter(({ origin }) => !isShown.has(origin));
    base = { cookies: mine.cookies, origins: [...mine.origins, ...others] };
  };

  const use: SessionUse = {
    hook: {
      async beforeNavigate({ lease, deadline }) {
        // The browser changes some attributes, and the request may have cookies of its own.
        if (isStarted) return;
        // A cookie that the browser refused is one that the page has removed.
        base = { ...base, cookies: [...refused, ...(await deadline.race(lease.cookies()))] };
        isStarted = true;
      },
    },
    refused(cookie) {
      refused.push(cookie);
      warn(
        `The session ${name} had a cookie for ${cookie.domain} that the browser does not take: it is removed.`,
      );
    },
    get needsLogin() {
      return needsLogin;
    },
    get isExpired() {
      return isExpired;
    },
    async opened(page, request) {
      if (stored.login) use.receiptFor(await wallOf(page, request, document?.eventName ?? ''));
      canLogIn = false;
      // The caller may log in by hand before it closes the page.
      isAtLogin = false;
    },
    loaded(page) {
      document = page;
    },
    receiptFor(wall): SessionReceipt {
      isExpired = isAtLogin = isLogin(wall);
      if (isExpired && mayRepeat()) {
        needsLogin = true;
        throw new RenderError('session_expired');
      }
      receipt = {
        name,
        used: true,
        ...(isRefreshed && { refreshed: true }),
        ...(isExpired && { expired: true }),
      };
      return receipt;
    },
    async note({ lease }, { deadline }) {
      const boundMs = Math.min(noteBoundMs, deadline.remainingMs() - spareMs);
      noted = await readState(lease, boundMs);
      if (!noted) report(unsaved('unread'));
    },
    async failed(page, request) {
      if (!document || needsLogin) return;
      const [state, wall] = await Promise.all([
        readState(page.lease, noteBoundMs),
        wallOf(page, request, document.eventName),
      ]);
      noted = state ?? noted;
      isExpired = isAtLogin = isLogin(wall);
      needsLogin = isExpired && mayRepeat();
    },
    async save(deadline) {
      // A login page may have removed what another render has just renewed.
      const mine = isAtLogin ? undefined : noted;
      noted = undefined;
      isAtLogin = false;
      if (!mine) return;
      const late = new AbortController();
      const work = saving.then(() => saveNoted(mine, late.signal));
      saving = work;
      const done = await within(
        saveBound(deadline),
        work.then(() => true),
      );
      if (done) return;
      late.abort();
      report(unsaved('late'));
    },
  };
  return use;
}

/** Returns the cookies alone if the storage is not read in time; undefined if neither is. */
async function readState(
  lease: PageHandle['lease'],
  boundMs: number,
): Promise<PageState | undefined> {
  const [state, cookies] = await Promise.all([
    within(boundMs, lease.storageState(true)),
    within(boundMs, lease.cookies()),
  ]);
  if (state || !cookies) return state;
  const missing = ['the storage of its pages: it could not be read in time'];
  return { state: { cookies, origins: [] }, missing, partial: new Map(), restored: [] };
}

async function wallOf(
  page: PageHandle,
  request: RenderRequest,
  eventName: string,
): Promise<Wall | undefined> {
  const [signals, url] = await Promise.all([
    watchPage(page, request, eventName)(),
    page.evaluate<string>('location.href'),
  ]).catch(() => [undefined, ''] as const);
  return signals && findWall(signals, { status: 0, url, requested: request.url });
}

/** Without a deadline, or after it, no caller awaits a result. */
function saveBound(deadline: Pick<Deadline, 'remainingMs'> | undefined): number {
  const leftMs = deadline?.remainingMs() ?? 0;
  return leftMs > 0 ? Math.min(saveBoundMs, Math.max(leftMs - spareMs, leftMs / 2)) : saveBoundMs;
}

/** Settles as the work does, or with undefined if it fails or takes too long. */
async function within<T>(boundMs: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), Math.max(0, boundMs));
  return Promise.race([work.catch(() => undefined), late.promise]).finally(() =>
    clearTimeout(timer),
  );
}

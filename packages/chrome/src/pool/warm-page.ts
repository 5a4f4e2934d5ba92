import { RenderError } from '@tintype/contract/errors';
import {
  createLazy,
  type CdpSession,
  type Lease,
  type LeaseLoss,
  type PageSession,
} from '@tintype/core';
import { countAs, countScriptRequests } from '@tintype/core/page';
import type { Egress } from '@tintype/egress';
import type { ChromeBrowser, WarmPage } from './browser-and-page.ts';
import { startFramePump, type FramePump } from './frame-pump.ts';
import { rendererProcess } from './page-memory.ts';
import { openPuppeteerView, type PuppeteerView } from './puppeteer-page.ts';

/** See {@link createWarmPage}. */
export interface WarmPageOptions {
  /** Maximum time to open a page before the browser is considered hung. */
  openBoundMs: number;
  /** Maximum time to close a page before the browser is discarded. */
  closeBoundMs: number;
  /** The page shows frames on command: see `Lease.frameControl`. */
  frameControl: boolean;
  /** The page is in a window of full Chrome. */
  windowed: boolean;
  /** Called when it is lost or closed before a render has it. */
  onLeased(): void;
  onGone(): void;
  /** Called once the context is gone, or could not be closed in time. */
  onClosed(clean: boolean): void;
}

/** Maximum time to clean a page for another render; then it is closed. */
const cleanBoundMs = 1000;
/** Maximum number of renders of one page: what is not cleaned, such as memory, does not add up. */
const maxRenders = 50;

/** A page that opens more windows than this does not mean to go on. */
const popupLimit = 5;

/** A render sets the size of the page: a blank page of full size costs 15 ms to paint. */
const blankSize = { width: 1, height: 1 };
/** Full Chrome never paints a page whose window had one pixel, whatever size it gets later. */
const windowSize = { width: 1280, height: 1080 };

/** Opens a blank page in a fresh context that has an egress proxy of its own. */
export async function createWarmPage(
  browser: ChromeBrowser,
  egress: Pick<Egress, 'open'>,
  options: WarmPageOptions,
): Promise<WarmPage> {
  const egressSession = await egress.open();
  const opening = openContext(browser, egressSession.proxyServer, options);
  try {
    const opened = await within(opening, options.openBoundMs);
    return assemble({ browser, egressSession, options, ...opened });
  } catch (error) {
    egressSession.cut();
    // A browser that answers late has made a context after all.
    opening.then(
      ({ contextId }) => closeContext(browser, egressSession, contextId, options.closeBoundMs),
      () => browser.closed.then(() => egressSession.close()),
    );
    throw error;
  }
}

interface OpenedContext {
  contextId: string;
  targetId: string;
  session: PageSession;
  frameId: string;
  processId: number | undefined;
  scriptEvent: string;
}

async function openContext(
  { session: root, router }: ChromeBrowser,
  proxyServer: string,
  options: WarmPageOptions,
): Promise<OpenedContext> {
  const { browserContextId } = await root.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer,
    proxyBypassList: '<-loopback>',
  });
  try {
    const openTarget = async () => {
      const { targetId } = await root.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
        ...(options.windowed ? windowSize : blankSize),
        ...(options.frameControl ? { enableBeginFrameControl: true } : {}),
      });
      const session = await router.attach(targetId);
      return { targetId, session, ...(await prepare(session)) };
    };
    const [opened] = await Promise.all([
      openTarget(),
      root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    return { contextId: browserContextId, ...opened };
  } catch (error) {
    root.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
    throw error;
  }
}

/** A browser that hangs never answers. */
async function within<T>(work: Promise<T>, boundMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `The browser did not open a page within ${boundMs / 1000} s.`;
    late.reject(new RenderError('browser_unavailable', message));
  }, boundMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Prepares what every render needs, in advance. */
async function prepare(
  session: CdpSession,
): Promise<Pick<OpenedContext, 'frameId' | 'processId' | 'scriptEvent'>> {
  const [{ frameTree }, processId, scriptEvent] = await Promise.all([
    session.send('Page.getFrameTree'),
    rendererProcess(session),
    countScriptRequests(session),
    watchLifecycle(session),
  ]);
  return { frameId: frameTree.frame.id, processId, scriptEvent };
}

const watchLifecycle = (session: CdpSession) =>
  Promise.all([
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
  ]);

type EgressSession = Awaited<ReturnType<Egress['open']>>;

interface Parts extends OpenedContext {
  browser: ChromeBrowser;
  egressSession: EgressSession;
  options: WarmPageOptions;
}

function assemble(parts: Parts): WarmPage {
  const { browser, egressSession, targetId, frameId, contextId, options } = parts;
  const { router, session: root } = browser;
  const popups = new Set<string>();
  let loss: LeaseLoss | undefined;
  let tell: (loss: LeaseLoss) => void = () => {};
  const lost = new Promise<LeaseLoss>((resolve) => {
    tell = resolve;
  });
  const { processId, scriptEvent } = parts;
  let { session } = parts;
  let sizeSession: Promise<PageSession> | undefined;
  let leased = false;
  let renders = 0;
  let seenOrigins = watchOrigins(session);
  let view: Promise<PuppeteerView> | undefined;
  /** The hidden page that reads storage, which is no popup. */
  let hiddenTarget: Promise<string | undefined> | undefined;
  let closed = false;
  let pump: FramePump | undefined;
  const siblings = new Set<Lease>();
  const cookies = async () => {
    const { readCookies } = await import('../login/read-storage.ts');
    return readCookies(root, contextId);
  };
  const storage = createLazy(async () => {
    const { createPageStorage } = await import('../login/page-storage.ts');
    return createPageStorage({
      router,
      contextId,
      frameId,
      hasStoppedClock: options.frameControl,
      session: () => session,
      origins: () => seenOrigins,
      onHidden: (target) => {
        hiddenTarget = target.catch(() => undefined);
      },
    });
  });
  const openSizeSession = () => (sizeSession ??= router.attach(targetId));

  const page: WarmPage = {
    targetId,
    browserContextId: contextId,
    processId,
    browser,
    get isLost() {
      return loss !== undefined;
    },
    get usable() {
      return !closed && loss === undefined;
    },
    get isReusable() {
      const isAlone = popups.size + siblings.size === 0 && view === undefined;
      return page.usable && !browser.retired && renders < maxRenders && isAlone;
    },
    get leased() {
      return leased;
    },
    lease(onRelease, keep) {
      leased = true;
      renders += 1;
      let released = false;
      options.onLeased();
      // Before the page navigates.
      if (keep) openSizeSession().catch(() => {});
      if (options.frameControl) pump = startFramePump(session);
      return {
        session: keep ? withSizeBy(openSizeSession, session) : session,
        scriptEvent,
        targetId,
        frameId,
        browserContextId: contextId,
        network: egressSession,
        childSession: (sessionId) => router.session(sessionId),
        browser: {
          product: browser.product,
          userAgent: browser.userAgent,
          session: browser.session,
          warnings: browser.warnings,
          ...(browser.remote && { remote: browser.remote }),
        },
        ...(pump ? { frameControl: pump } : {}),
        async openSibling() {
          const sibling = await browser.openPage();
          const own = sibling.lease(() => siblings.delete(own));
          own.network.block(() => true);
          if (closed) own.release();
          else siblings.add(own);
          return own;
        },
        lost,
        cookies,
        storageState: async (withEmpty) => (await storage.get()).storageState(withEmpty),
        restoreDatabases: async (origins) => (await storage.get()).restoreDatabases(origins),
        async puppeteerPage() {
          const { proxyServer } = egressSession;
          view ??= openPuppeteerView(browser, {
            browserContextId: contextId,
            targetId,
            proxyServer,
          });
          return (await view).page;
        },
        release(mayReuse = false) {
          if (released) return;
          released = true;
          const isKept = mayReuse && keep !== undefined && page.isReusable;
          if (isKept) leased = false;
          else page.close();
          onRelease(isKept);
          if (isKept) keep();
        },
      };
    },
    async clean() {
      try {
        const work = async () => {
          // Loaded on use: most programs make one render, which leaves no tab to clean.
          const { clearStorage, leavePage } = await import('./clear-page.ts');
          const attach = async () => {
            const opened = await router.attach(targetId);
            await watchLifecycle(opened);
            return opened;
          };
          const [sizeSession, next] = await Promise.all([openSizeSession(), attach()]);
          const known = { targetId, contextId, scriptEvent, seenOrigins };
          const used = { session, sizeSession, next, attach, ...known };
          const left = await leavePage(browser, used);
          // Before cookies are removed: a late response could set one.
          if (!egressSession.renew()) throw new Error('The page exceeded a limit.');
          await Promise.all([clearStorage(browser, used, left), countAs(next, scriptEvent)]);
          session = next;
          seenOrigins = watchOrigins(next);
        };
        await within(work(), cleanBoundMs);
        if (page.usable) return true;
      } catch {
        // What cannot be cleaned is closed.
      }
      page.close();
      return false;
    },
    async closePopup(popupId) {
      if ((await hiddenTarget) === popupId) return;
      const guest = await view?.then(
        (opened) => opened.guest,
        () => undefined,
      );
      if (await guest?.created(popupId)) return;
      popups.add(popupId);
      root.send('Target.closeTarget', { targetId: popupId }).catch(() => {});
      if (popups.size > popupLimit) {
        page.lose('popups', `The page opened more than ${popupLimit} windows.`);
      }
    },
    lose(what, reason) {
      if (closed || loss) return;
      loss = { what, reason };
      tell(loss);
      if (!leased) options.onGone();
    },
    close() {
      if (closed) return;
      closed = true;
      if (!leased && !loss) options.onGone();
      pump?.stop();
      for (const sibling of siblings) sibling.release();
      egressSession.cut();
      const viewClosed = view?.then((opened) => opened.close()).catch(() => {});
      const closing = closeContext(
        browser,
        egressSession,
        contextId,
        options.closeBoundMs,
        viewClosed,
      );
      void closing.then(options.onClosed);
    },
  };
  return page;
}

/**
 * Returns the session of a render that sets the size of the page by another session, which stays
 * attached: Chromium drops a page's images and scripts from memory when a session ends that has set
 * a size. Screenshots need the session that knows the size. Renders that share a page have equal
 * sizes.
 */
function withSizeBy(open: () => Promise<PageSession>, session: PageSession): PageSession {
  const sessionFor = async (method: string) =>
    /^(?:Emulation\.setDeviceMetricsOverride|Page\.captureScreenshot)$/.test(method)
      ? open()
      : session;
  return {
    ...session,
    send: async (method, ...params) => (await sessionFor(method)).send(method, ...params),
    sendForBytes: async (method, params) => (await sessionFor(method)).sendForBytes(method, params),
    sendWithin: async (maxBytes, method, ...params) =>
      (await sessionFor(method)).sendWithin(maxBytes, method, ...params),
  };
}

/** Collects the origins that had a document in a page; opaque ones cannot store anything. */
function watchOrigins(session: CdpSession): Set<string> {
  const origins = new Set<string>();
  // A frame that went to another process navigates there.
  session.on('Page.frameDetached', ({ reason }) => {
    if (reason === 'swap') origins.add('unknown');
  });
  session.on('Page.frameNavigated', ({ frame: { securityOrigin } }) => {
    if (!/^(?:null|:\/\/)$/.test(securityOrigin)) origins.add(securityOrigin);
  });
  return origins;
}

/** Returns whether the context was closed in time; only then is its egress port free. */
async function closeContext(
  { session: root, closed }: ChromeBrowser,
  egressSession: EgressSession,
  browserContextId: string,
  boundMs: number,
  /** Contexts that puppeteer created use the same port. */
  viewClosed?: Promise<void>,
): Promise<boolean> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), boundMs);
  const disposed = root.send('Target.disposeBrowserContext', { browserContextId });
  const gone = Promise.all([disposed, viewClosed]).then(
    () => 'gone',
    () => 'refused',
  );
  const outcome = await Promise.race([gone, late.promise]);
  clearTimeout(timer);
  void Promise.resolve(outcome === 'gone' ? undefined : closed).then(() => egressSession.close());
  return outcome !== 'late';
}

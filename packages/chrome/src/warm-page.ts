import type { CdpSession, Lease, LeaseLoss, PageSession } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import type { ChromeBrowser } from './chrome-browser.ts';
import { wrapPageSession, wrapSession } from './cdp-session.ts';
import { startFramePump, type FramePump } from './frame-pump.ts';
import { openPuppeteerView, type PuppeteerView } from './puppeteer-page.ts';

/** A blank page in a context of its own, ready for a render. */
export interface WarmPage {
  readonly targetId: string;
  readonly browserContextId: string;
  readonly browser: ChromeBrowser;
  /** Whether it crashed, or its browser did. */
  readonly isLost: boolean;
  /** Whether it still can be used. */
  readonly usable: boolean;
  /** Whether a render has it. */
  readonly leased: boolean;
  /** Hands it to a render. To be called once. */
  lease(onRelease: () => void): Lease;
  closePopup(targetId: string): void;
  lose(what: LeaseLoss['what'], reason: string): void;
  /** Closes the context, and the way out at once. */
  close(): void;
}

/** See {@link createWarmPage}. */
export interface WarmPageOptions {
  closeBoundMs: number;
  /** The page shows frames on command: see `Lease.frameControl`. */
  frameControl: boolean;
  /** The page lies in a window of full Chrome. */
  windowed: boolean;
  /** Called once the context is gone, or could not be closed in time. */
  onClosed(clean: boolean): void;
}

/** A page that opens more windows than this does not mean to go on. */
const popupLimit = 5;

/** Nothing is painted before a render gives the page a size: a blank page of full size costs 15 ms. */
const blankSize = { width: 1, height: 1 };
/** In full Chrome a window of one pixel has no room for its page, which is then never painted, whatever size it is given later. */
const windowSize = { width: 1280, height: 1080 };

/** Opens a blank page in a fresh context that has a way out of its own. */
export async function createWarmPage(
  browser: ChromeBrowser,
  egress: Egress,
  options: WarmPageOptions,
): Promise<WarmPage> {
  const { connection } = browser;
  const guard = await egress.open();
  let browserContextId: string | undefined;
  try {
    ({ browserContextId } = await connection.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: guard.proxyServer,
      proxyBypassList: '<-loopback>',
    }));
    const contextId = browserContextId;
    const [{ targetId }] = await Promise.all([
      connection.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId: contextId,
        ...(options.windowed ? windowSize : blankSize),
        ...(options.frameControl ? { enableBeginFrameControl: true } : {}),
      }),
      connection.send('Browser.setDownloadBehavior', {
        behavior: 'deny',
        browserContextId: contextId,
      }),
    ]);
    const cdp = await connection.createSession({ targetId } as never);
    const session = wrapPageSession(cdp, browser.transport);
    const frameId = await prepare(session);
    return assemble({ browser, guard, session, targetId, frameId, contextId, options });
  } catch (error) {
    void guard.close();
    if (browserContextId !== undefined) {
      connection.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
    }
    throw error;
  }
}

/** What every render needs, done before one asks. */
async function prepare(session: CdpSession): Promise<string> {
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
  ]);
  return frameTree.frame.id;
}

interface Parts {
  browser: ChromeBrowser;
  guard: Awaited<ReturnType<Egress['open']>>;
  session: PageSession;
  targetId: string;
  frameId: string;
  contextId: string;
  options: WarmPageOptions;
}

function assemble(parts: Parts): WarmPage {
  const { browser, guard, session, targetId, frameId, contextId, options } = parts;
  const { connection } = browser;
  const popups = new Set<string>();
  let loss: LeaseLoss | undefined;
  let tell: (loss: LeaseLoss) => void = () => {};
  const lost = new Promise<LeaseLoss>((resolve) => {
    tell = resolve;
  });
  let leased = false;
  let view: Promise<PuppeteerView> | undefined;
  let closed = false;
  let pump: FramePump | undefined;
  const siblings = new Set<Lease>();

  const page: WarmPage = {
    targetId,
    browserContextId: contextId,
    browser,
    get isLost() {
      return loss !== undefined;
    },
    get usable() {
      return !closed && loss === undefined;
    },
    get leased() {
      return leased;
    },
    lease(onRelease) {
      leased = true;
      if (options.frameControl) pump = startFramePump(session);
      return {
        session,
        targetId,
        frameId,
        browserContextId: contextId,
        network: guard,
        childSession(sessionId) {
          const child = connection.session(sessionId);
          return child ? wrapSession(child) : undefined;
        },
        browser: {
          product: browser.product,
          userAgent: browser.userAgent,
          session: browser.session,
          warnings: browser.warnings,
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
        async puppeteerPage() {
          view ??= openPuppeteerView(browser, contextId);
          return (await view).page;
        },
        release() {
          if (closed) return;
          page.close();
          onRelease();
        },
      };
    },
    closePopup(popupId) {
      popups.add(popupId);
      connection.send('Target.closeTarget', { targetId: popupId }).catch(() => {});
      if (popups.size > popupLimit) {
        page.lose('popups', `The page opened more than ${popupLimit} windows.`);
      }
    },
    lose(what, reason) {
      if (closed || loss) return;
      loss = { what, reason };
      tell(loss);
    },
    close() {
      if (closed) return;
      closed = true;
      pump?.stop();
      for (const sibling of siblings) sibling.release();
      void guard.close();
      view?.then((opened) => opened.close()).catch(() => {});
      void dispose(connection, contextId, options.closeBoundMs).then(options.onClosed);
    },
  };
  return page;
}

/** Whether the context was gone within the bound. */
function dispose(
  connection: ChromeBrowser['connection'],
  browserContextId: string,
  boundMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, boundMs, false);
    connection.send('Target.disposeBrowserContext', { browserContextId }).then(
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      () => {
        clearTimeout(timer);
        resolve(true);
      },
    );
  });
}

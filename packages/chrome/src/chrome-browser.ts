import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import type { CdpSession } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import type { Connection } from 'puppeteer-core/internal/cdp/Connection.js';
import { browserMemoryBytes } from './browser-memory.ts';
import { openConnection, wrapConnection } from './cdp-session.ts';
import type { ChromeProcess } from './launch-chrome.ts';
import { shareTransport, type SharedTransport } from './shared-transport.ts';
import { createWarmPage, type WarmPage } from './warm-page.ts';

/** When a browser has served enough. */
export interface RecycleLimits {
  /** Pages opened. */
  maxPages: number;
  maxAgeMs: number;
  /** Resident memory of the browser's own processes, renderers left out. */
  maxMemoryBytes: number;
}

/** A running browser with its connection. */
export interface ChromeBrowser {
  readonly product: string;
  readonly userAgent: string;
  readonly warnings: readonly string[];
  readonly session: CdpSession;
  readonly connection: Connection;
  /** The pipe under it. */
  readonly transport: SharedTransport;
  /** Adds a sentence to {@link ChromeBrowser.warnings}. */
  warn(message: string): void;
  /** No new pages are to be opened: it closes when its last page does. */
  readonly retired: boolean;
  /** It is gone with all its processes, and its profile with it. */
  readonly closed: Promise<void>;
  /** Opens a blank page in a fresh context. */
  openPage(options?: OpenPageOptions): Promise<WarmPage>;
  /** Lets what runs finish and closes then. */
  retire(): void;
  close(): Promise<void>;
}

/** See {@link ChromeBrowser.openPage}. */
export interface OpenPageOptions {
  /** The page shows frames on command. */
  frameControl?: boolean;
  /** The context of the page is gone; if it could not be closed, the browser is retired. */
  onClosed?(): void;
}

/** How long closing a context may take before its browser is given up. */
const closeBoundMs = 2000;
/** How often a browser is asked whether it lives, and how long it may take to say so. */
const pingEveryMs = 5000;
const pingBoundMs = 5000;

/** Takes a launched process into use. */
export async function createChromeBrowser(
  process: ChromeProcess,
  egress: Egress,
  limits: RecycleLimits,
): Promise<ChromeBrowser> {
  const transport = shareTransport(process.pipe);
  const connection = openConnection(transport.main);
  const session = wrapConnection(connection);
  const pages = new Set<WarmPage>();
  const warnings = [...process.warnings];
  const bornAt = performance.now();
  let opened = 0;
  let opening = 0;
  let retired = false;
  let closing: Promise<void> | undefined;

  const endIfIdle = () => {
    if (retired && pages.size === 0 && opening === 0) void browser.close();
  };
  const browser: ChromeBrowser = {
    product: process.version.product,
    userAgent: process.version.userAgent,
    warnings,
    warn: (message) => void warnings.push(message),
    session,
    connection,
    transport,
    get retired() {
      return retired;
    },
    closed: process.exited.then(() => process.kill()),
    async openPage({ frameControl = false, onClosed: closed } = {}) {
      opened += 1;
      if (opened >= limits.maxPages || performance.now() - bornAt > limits.maxAgeMs) {
        retired = true;
      }
      opening += 1;
      try {
        const page = await createWarmPage(browser, egress, {
          closeBoundMs,
          frameControl,
          windowed: process.flavour === 'chrome',
          onClosed(clean) {
            pages.delete(page);
            if (!clean) browser.retire();
            closed?.();
            endIfIdle();
          },
        });
        pages.add(page);
        return page;
      } finally {
        opening -= 1;
        endIfIdle();
      }
    },
    retire() {
      retired = true;
      for (const page of pages) if (!page.leased) page.close();
      endIfIdle();
    },
    close() {
      closing ??= (async () => {
        retired = true;
        clearInterval(watchdog);
        for (const page of pages) page.lose('browser', 'the browser was closed');
        await process.kill();
      })();
      return closing;
    },
  };

  const watchdog = setInterval(() => void look(), pingEveryMs);
  watchdog.unref();
  const look = async () => {
    const answered = await Promise.race([
      session.send('Browser.getVersion').then(
        () => true,
        () => false,
      ),
      delay(pingBoundMs, false, { ref: false }),
    ]);
    if (!answered) return void browser.close();
    const memory = await browserMemoryBytes(session, process.pid).catch(() => 0);
    if (memory > limits.maxMemoryBytes) browser.retire();
  };
  void process.exited.then(({ code, signal }) => {
    retired = true;
    clearInterval(watchdog);
    for (const page of pages) page.lose('browser', `the browser ended (${signal ?? code})`);
    void browser.close();
  });
  await followTargets(connection, pages);
  return browser;
}

/** Closes the windows that pages open, and notices pages that crash. */
async function followTargets(connection: Connection, pages: ReadonlySet<WarmPage>): Promise<void> {
  connection.on('Target.targetCreated', ({ targetInfo }) => {
    const { targetId, browserContextId, type } = targetInfo;
    if (type !== 'page') return;
    for (const page of pages) {
      if (page.browserContextId === browserContextId && page.targetId !== targetId) {
        page.closePopup(targetId);
      }
    }
  });
  connection.on('Target.targetCrashed', ({ targetId }) => {
    for (const page of pages) {
      if (page.targetId === targetId) page.lose('page', 'the page crashed');
    }
  });
  connection.on('Target.targetDestroyed', ({ targetId }) => {
    for (const page of pages) {
      if (page.targetId === targetId) page.lose('page', 'the page was closed');
    }
  });
  await connection
    .send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
    .catch((cause: unknown) => {
      throw new RenderError('browser_unavailable', undefined, { cause });
    });
}

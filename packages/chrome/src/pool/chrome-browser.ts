import { RenderError } from '@tintype/contract/errors';
import type { CdpSession, Lease } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import { browserMemory, createMemoryWatch, type MemoryWatch } from './page-memory.ts';
import { routeMessages } from '../protocol/cdp-router.ts';
import type { PageFault } from '../protocol/guest-transports.ts';
import type { ChromeProcess } from '../launch/launch-chrome.ts';
import { createPriorityWatch, readProcesses } from './page-priority.ts';
import { stillAnswers } from './still-answers.ts';
import { createWarmPage } from './warm-page.ts';
import type { WarmPage, ChromeBrowser } from './browser-and-page.ts';

/** When a browser has served enough. */
export interface RecycleLimits {
  /** Pages opened. */
  maxPages: number;
  maxAgeMs: number;
  /** Resident memory of the browser's own processes, renderers left out. */
  maxMemoryBytes: number;
  /** The longest that opening a page may take; a slower one counts as hung. */
  maxOpenMs: number;
}

/** Bounds of a browser and of its pages. */
export interface BrowserLimits extends RecycleLimits {
  /** Resident memory of all processes of one page. */
  maxPageBytes: number;
}

/** A process of this machine, or a connection to a browser elsewhere. */
export interface BrowserConnection extends Pick<
  ChromeProcess,
  'pipe' | 'version' | 'flavour' | 'warnings' | 'kill'
> {
  /** Absent if its processes are not on this machine: then they are not watched. */
  readonly pid?: number;
  /** Present where it runs elsewhere. */
  readonly remote?: NonNullable<Lease['browser']['remote']>;
  /** Number of bytes received over a connection on which pages delay each other. */
  received?(): number;
  readonly exited: Promise<{
    code: number | null;
    signal: NodeJS.Signals | null;
    reason?: string;
  }>;
}

/** Maximum time to close a context before its browser is discarded. */
const closeBoundMs = 2000;
/** Interval of the pings to a browser, and the time limit of a response. */
const pingEveryMs = 5000;
const pingBoundMs = 5000;
/** Interval of the check of a used page's memory, in ms: it may grow by 1 GB a second. */
const lookEveryMs = 250;

/** Connects to a launched process. */
export async function createChromeBrowser(
  process: BrowserConnection,
  egress: Pick<Egress, 'open'>,
  limits: BrowserLimits,
): Promise<ChromeBrowser> {
  const router = routeMessages(process.pipe, (fault) => onFault(fault));
  const session = router.root;
  const pages = new Set<WarmPage>();
  const warnings = [...process.warnings];
  const bornAt = performance.now();
  let opened = 0;
  let opening = 0;
  let renders = 0;
  let memoryBytes: number | undefined;
  let retired = false;
  let closing: Promise<void> | undefined;

  const endIfIdle = () => {
    if (retired && pages.size === 0 && opening === 0) void browser.close();
  };
  const browser: ChromeBrowser = {
    product: process.version.product,
    userAgent: process.version.userAgent,
    warnings,
    ...(process.remote && { remote: process.remote }),
    warn: (message) => void warnings.push(message),
    session,
    router,
    get retired() {
      return retired;
    },
    get disconnected() {
      return process.pipe.closed;
    },
    get state() {
      const leased = [...pages].filter((page) => page.leased).length;
      return {
        product: process.version.product,
        ...(process.pid !== undefined && { pid: process.pid }),
        ageMs: Math.round(performance.now() - bornAt),
        renders,
        running: leased,
        retired,
        ...(memoryBytes !== undefined && { memoryBytes }),
      };
    },
    closed: process.exited.then(() => process.kill()),
    async openPage({ frameControl = false, onGone, onClosed: closed } = {}) {
      opened += 1;
      if (opened >= limits.maxPages || performance.now() - bornAt > limits.maxAgeMs) {
        retired = true;
      }
      opening += 1;
      try {
        const page = await createWarmPage(browser, egress, {
          openBoundMs: limits.maxOpenMs,
          closeBoundMs,
          frameControl,
          windowed: process.flavour === 'chrome',
          onLeased: () => {
            renders += 1;
          },
          onGone: () => onGone?.(),
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
        stopWatching();
        for (const page of pages) page.lose('browser', 'the browser was closed');
        await process.kill();
      })();
      return closing;
    },
  };

  const onFault = ({ targetId, what, reason }: PageFault) => {
    // A browser whose own messages cannot be processed gets no more pages.
    if (targetId === undefined) return browser.retire();
    for (const page of pages) if (page.targetId === targetId) page.lose(what, reason);
  };
  const stopPinging = repeat(pingEveryMs, async () => {
    if (!(await stillAnswers(session, pingBoundMs, process.received))) return void browser.close();
    if (process.pid === undefined) return;
    const measured = await browserMemory(session, process.pid).catch(() => undefined);
    memoryBytes = measured?.allBytes ?? memoryBytes;
    if (measured && measured.ownBytes > limits.maxMemoryBytes) browser.retire();
  });
  const memory = createMemoryWatch({
    router,
    pages,
    maxBytes: limits.maxPageBytes,
    retire: () => browser.retire(),
  });
  const priority = createPriorityWatch();
  const stopLooking = repeat(lookEveryMs, async () => {
    if (process.pid === undefined || ![...pages].some((page) => page.leased)) return;
    const processes = await readProcesses(session);
    priority.look(processes);
    await memory.look(processes);
  });
  const stopWatching = () => {
    stopPinging();
    stopLooking();
  };
  void process.exited.then(({ code, signal, reason = `${signal ?? code}` }) => {
    retired = true;
    stopWatching();
    for (const page of pages) page.lose('browser', `the browser ended (${reason})`);
    void browser.close();
  });
  await followTargets(session, pages, memory);
  return browser;
}

/** Repeats work, never twice at a time; failures are ignored. */
function repeat(everyMs: number, work: () => Promise<void>): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    work()
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Closes the windows that pages open, and notices pages that crash. */
async function followTargets(
  session: CdpSession,
  pages: ReadonlySet<WarmPage>,
  memory: MemoryWatch,
): Promise<void> {
  session.on('Target.targetCreated', ({ targetInfo }) => {
    const { targetId, browserContextId, type } = targetInfo;
    if (type !== 'page') return;
    for (const page of pages) {
      if (page.browserContextId === browserContextId && page.targetId !== targetId) {
        void page.closePopup(targetId);
      }
    }
  });
  session.on('Target.targetCrashed', ({ targetId }) => {
    for (const page of pages) {
      if (page.targetId !== targetId) continue;
      if (memory.hasKilled) page.lose('size', 'The page used more memory than allowed.');
      else page.lose('page', 'the page crashed');
    }
  });
  session.on('Target.targetDestroyed', ({ targetId }) => {
    for (const page of pages) {
      if (page.targetId === targetId) page.lose('page', 'the page was closed');
    }
  });
  await session
    .send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
    .catch((cause: unknown) => {
      throw new RenderError('browser_unavailable', undefined, { cause });
    });
}

import type { CdpSession, PageState } from '@tintype/core';
import { openBrowserWindow, type BrowserWindowOptions } from '../window/browser-window.ts';
import type { WatchedTarget } from '../window/watch-tabs.ts';

/** A browser window for a person, and what pages keep in it. */
export interface LoginWindow {
  /** Resolves when the last tab is closed, rejects when the browser and its data are gone. */
  readonly closed: Promise<void>;
  /** Sentences for the person. */
  readonly warnings: readonly string[];
  /** Sessions with its tabs. */
  tabs(): CdpSession[];
  /** Cookies and storage as they are now, also after {@link LoginWindow.closed}. */
  storageState(): Promise<PageState>;
  /** Ends the browser and removes its profile. */
  end(): Promise<void>;
}

const ended =
  'The browser was ended, and what it kept is gone. Close the window rather than quit the browser, or press Enter before.';

/** The most entries of a storage state; the latest are kept. */
const maxOrigins = 100;

/** Opens a page in a window, with a profile in memory. Throws RenderError `browser_unavailable` */
export async function openLoginWindow(options: BrowserWindowOptions): Promise<LoginWindow> {
  const origins = new Set<string>();
  const window = await openBrowserWindow(options, watchOrigins(origins));
  const { router, browserContextId, warnings, tabs, end } = window;
  try {
    const { createStateWriter, readCookies, readOrigins } = await import('./read-storage.ts');
    const { openStoragePage } = await import('./storage-page.ts');
    const page = await openStoragePage(router, browserContextId);
    const read = async () => {
      const writer = createStateWriter(await readCookies(router.root, browserContextId));
      await readOrigins(page, Array.from(origins), writer);
      return writer.result;
    };
    const gone = window.exited.then(() => {
      throw new Error(ended);
    });
    const closed = Promise.race([window.closed, gone]);
    // There may be no waiter.
    closed.catch(() => {});
    return {
      closed,
      warnings,
      tabs,
      storageState: () =>
        read().catch((cause: unknown) => {
          throw new Error(ended, { cause });
        }),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Adds the origin of each document, the latest ones last. */
function watchOrigins(origins: Set<string>) {
  const add = (origin: string) => {
    if (!/^https?:/.test(origin)) return;
    origins.delete(origin);
    origins.add(origin);
    if (origins.size > maxOrigins) origins.delete(first(origins));
  };
  return async ({ session }: WatchedTarget): Promise<void> => {
    session.on('Page.frameNavigated', ({ frame }) => add(frame.securityOrigin));
    const { frameTree } = await session.send('Page.getFrameTree');
    add(frameTree.frame.securityOrigin);
  };
}

function first(origins: Set<string>): string {
  const [origin = ''] = origins;
  return origin;
}

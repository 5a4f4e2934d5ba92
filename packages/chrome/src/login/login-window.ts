import type { CdpSession, PageState } from '@tintype/core';
import { routeMessages } from '../protocol/cdp-router.ts';
import { launchChrome, type LaunchChromeOptions } from '../launch/launch-chrome.ts';
import { attachTo, watchTabs } from './watch-tabs.ts';

/** See {@link openLoginWindow}. */
export interface LoginWindowOptions extends Pick<
  LaunchChromeOptions,
  'browser' | 'sandbox' | 'cacheDir' | 'env' | 'extraArgs'
> {
  /** The page that the window opens with. */
  url: string;
}

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
export async function openLoginWindow({
  url,
  ...options
}: LoginWindowOptions): Promise<LoginWindow> {
  const process = await launchChrome({ ...options, hasWindows: true });
  try {
    const router = routeMessages(process.pipe, () => {});
    const origins = new Set<string>();
    const { browserContextId } = await router.root.send('Target.createBrowserContext');
    const tabs = watchTabs(router, browserContextId, (origin) => {
      if (!/^https?:/.test(origin)) return;
      origins.delete(origin);
      origins.add(origin);
      if (origins.size > maxOrigins) origins.delete(first(origins));
    });
    await router.root.send('Target.setAutoAttach', attachTo('page'));
    await router.root.send('Target.createTarget', { url, browserContextId, newWindow: true });
    const { createStateWriter, readCookies, readOrigins } = await import('./read-storage.ts');
    const { openStoragePage } = await import('./storage-page.ts');
    const page = await openStoragePage(router, browserContextId);
    const read = async () => {
      const writer = createStateWriter(await readCookies(router.root, browserContextId));
      await readOrigins(page, Array.from(origins), writer);
      return writer.result;
    };
    const gone = process.exited.then(() => {
      throw new Error(ended);
    });
    const closed = Promise.race([tabs.closed, gone]);
    // There may be no waiter.
    closed.catch(() => {});
    return {
      closed,
      warnings: process.warnings,
      tabs: tabs.open,
      storageState: () =>
        read().catch((cause: unknown) => {
          throw new Error(ended, { cause });
        }),
      end: () => process.kill(),
    };
  } catch (error) {
    await process.kill();
    throw error;
  }
}

function first(origins: Set<string>): string {
  const [origin = ''] = origins;
  return origin;
}

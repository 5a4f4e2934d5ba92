import type { CdpSession } from '@tintype/core';
import { type CdpRouter, routeMessages } from '../protocol/cdp-router.ts';
import { launchChrome, type LaunchChromeOptions } from '../launch/launch-chrome.ts';
import { attachTo, watchTabs, type WatchedTarget } from './watch-tabs.ts';

/** Options of every window for a person. */
export interface BrowserWindowOptions extends Pick<
  LaunchChromeOptions,
  'browser' | 'sandbox' | 'cacheDir' | 'env' | 'extraArgs'
> {
  /** The page that the window opens with. */
  url: string;
}

/** A browser window for a person, with a profile in memory. */
export interface BrowserWindow {
  /** Resolves when the last tab is closed. */
  readonly closed: Promise<void>;
  /** Resolves when the browser and its data are gone. */
  readonly exited: Promise<unknown>;
  /** Sentences for the person. */
  readonly warnings: readonly string[];
  readonly router: CdpRouter;
  readonly browserContextId: string;
  /** Sessions with its tabs. */
  tabs(): CdpSession[];
  /** Ends the browser and removes its profile. */
  end(): Promise<void>;
}

/**
 * Opens a page in a window.
 * @param prepare - called with each tab and each frame of another process before its page loads
 * @throws RenderError `browser_unavailable`
 */
export async function openBrowserWindow(
  { url, ...options }: BrowserWindowOptions,
  prepare: (target: WatchedTarget) => Promise<void>,
): Promise<BrowserWindow> {
  const process = await launchChrome({ ...options, hasWindows: true });
  try {
    const router = routeMessages(process.pipe, () => {});
    const { browserContextId } = await router.root.send('Target.createBrowserContext');
    const tabs = watchTabs(router, browserContextId, prepare);
    await router.root.send('Target.setAutoAttach', attachTo('page'));
    await router.root.send('Target.createTarget', { url, browserContextId, newWindow: true });
    return {
      closed: tabs.closed,
      exited: process.exited,
      warnings: process.warnings,
      router,
      browserContextId,
      tabs: tabs.open,
      end: () => process.kill(),
    };
  } catch (error) {
    await process.kill();
    throw error;
  }
}

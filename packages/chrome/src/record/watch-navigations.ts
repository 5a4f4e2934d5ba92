import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '@tintype/core';
import type { ObservedNavigation } from './create-recording.ts';

/** Kinds of navigation that a person starts outside of the page. */
const typed: ReadonlySet<string> = new Set([
  'typed',
  'address_bar',
  'auto_bookmark',
  'auto_toplevel',
  'generated',
  'keyword',
  'keyword_generated',
]);

/** Document of a frame. */
interface Document {
  id: string;
  loaderId: string;
  parentId?: string;
  url: string;
}

interface HistoryEntry {
  id: number;
  url: string;
  transitionType: string;
}

/** Navigations of a tab. */
export interface WatchedNavigations {
  /** Returns the address that the tab shows. */
  url(): string;
}

/**
 * Reports the navigations of a tab, except those of its frames.
 * @param mark - returns the position of a navigation among the steps
 */
export function watchNavigations(
  tab: CdpSession,
  mark: () => number,
  onNavigation: (navigation: ObservedNavigation) => void,
): WatchedNavigations {
  const known = new Set<number>();
  let entryId: number | undefined;
  let page = { url: '', frameId: '', loaderId: '' };
  let isRequested = false;

  async function moved(isReload: boolean, { isNewTab = false, isByPage = false }): Promise<void> {
    const { url } = page;
    const navigation = { tab: tab.id, url, isNewTab, mark: mark(), nowMs: performance.now() };
    // A page may have replaced its address meanwhile.
    const entry = await entryOf(tab, (current) => current === url || current === page.url);
    const isKnown = entry !== undefined && known.has(entry.id);
    const isEither = isKnown && !isByPage && (entry.id !== entryId || isReload);
    // An entry keeps its transition when a page replaces its address.
    const isTyped =
      entry !== undefined && !isKnown && (isReload || !isByPage) && typed.has(entry.transitionType);
    if (entry) known.add((entryId = entry.id));
    const by = isEither ? 'either' : isTyped ? 'person' : 'page';
    onNavigation({ ...navigation, by });
  }

  function onDocument({ id: frameId, loaderId, parentId, url }: Document): void {
    if (parentId !== undefined || loaderId === page.loaderId) return;
    const isNewTab = !/^https?:/.test(page.url);
    page = { url, frameId, loaderId };
    // A typed address is one also if the page requested another one shortly before.
    const isByPage = isRequested && !isNewTab;
    isRequested = false;
    if (/^https?:/.test(url)) void moved(true, { isNewTab, isByPage });
  }

  tab.on('Page.frameRequestedNavigation', ({ frameId }) => {
    if (frameId === page.frameId) isRequested = true;
  });

  tab.on('Page.frameNavigated', ({ frame }) => onDocument(frame));
  tab.on('Page.navigatedWithinDocument', ({ url, frameId, navigationType }) => {
    if (url === page.url || frameId !== page.frameId) return;
    page = { ...page, url };
    void moved(false, { isByPage: navigationType === 'historyApi' });
  });
  // A tab that a link opens may have its page before its events are reported.
  tab.send('Page.getFrameTree').then(
    ({ frameTree }) => onDocument(frameTree.frame),
    () => {},
  );
  return { url: () => page.url };
}

/** Returns the entry of a page that was just loaded: the history is updated a little later. */
async function entryOf(
  tab: CdpSession,
  isPage: (url: string) => boolean,
): Promise<HistoryEntry | undefined> {
  for (let left = 10; left > 0; left -= 1) {
    // While the process of a tab changes, it has no history.
    const history = await tab.send('Page.getNavigationHistory').catch(() => undefined);
    const entry = history?.entries[history.currentIndex];
    if (entry && isPage(entry.url)) return entry;
    await delay(50);
  }
  return undefined;
}

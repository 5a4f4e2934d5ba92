import type { OriginState } from '@tintype/contract/light';
import { syntheticHost, type Lease, type PageSession, type PageState } from '@tintype/core';
import { callOf } from '@tintype/core/page';
import { pageCode } from '../page-code.ts';
import type { CdpRouter } from '../protocol/cdp-router.ts';
import {
  cleaned,
  createStateWriter,
  evaluateItems,
  isEmpty,
  readCookies,
  readOrigins,
  type FoundStorage,
  type StateWriter,
} from './read-storage.ts';
import { openStoragePage, type StoragePage } from './storage-page.ts';

/** Inputs of {@link createPageStorage}. */
export interface PageStorageParts {
  router: CdpRouter;
  contextId: string;
  frameId: string;
  /** True if the clock of the page may be stopped: then its databases never respond. */
  hasStoppedClock: boolean;
  /** The current session of the page. */
  session(): PageSession;
  /** Origins that had a document in the page, the latest last. */
  origins(): Iterable<string>;
  /** Called with the hidden page, which is no popup. */
  onHidden(targetId: Promise<string>): void;
}

/** Maximum number of origins whose storage is read: the latest. */
const maxOrigins = 100;

/** Reads and restores what the pages of a context store. */
export function createPageStorage(
  parts: PageStorageParts,
): Pick<Lease, 'storageState' | 'restoreDatabases'> {
  const { router, contextId, hasStoppedClock } = parts;
  let queue: Promise<unknown> = Promise.resolve();
  let restored: OriginState[] = [];
  /** One at a time, so that one hidden page is known. */
  const inHiddenPage = <T>(work: (page: StoragePage) => Promise<T>): Promise<T> => {
    const done = queue.then(async () => {
      const page = await openStoragePage(router, contextId, parts.onHidden);
      try {
        return await work(page);
      } finally {
        await page.close();
      }
    });
    queue = done.catch(() => {});
    return done;
  };

  return {
    async storageState(withEmpty): Promise<PageState> {
      const origins = [...parts.origins()].filter(isOfSite).slice(-maxOrigins);
      // First: they matter most, and pages may delay the rest.
      const cookies = await readCookies(router.root, contextId);
      const writer = createStateWriter(cookies, withEmpty);
      const shown = await readShown(parts, writer);
      const others = origins.filter((origin) => origin !== shown?.origin);
      const isUnread = hasStoppedClock && shown !== undefined && isOfSite(shown.origin);
      // A hidden page takes longer to open than many pages take to load.
      if (others.length > 0 || isUnread) {
        await inHiddenPage(async (page) => {
          await readOrigins(page, others, writer);
          if (!isUnread || !(await page.show(shown.origin))) return;
          const databases = await writer.readDatabases(page.session);
          if (databases) shown.databases = databases;
        });
      }
      const isListed = shown && (!isEmpty(shown) || (withEmpty && shown.isFilled));
      if (isListed && isOfSite(shown.origin)) writer.add(shown);
      return { ...writer.result, restored };
    },
    restoreDatabases: (origins) =>
      inHiddenPage(async ({ session, show }) => {
        const problems: string[] = [];
        const writer = createStateWriter();
        restored = [];
        for (const { origin, indexedDB = [] } of origins) {
          if (!(await show(origin))) {
            problems.push(`databases of ${origin} could not be restored: it has no page`);
            continue;
          }
          const { result } = await session.send('Runtime.evaluate', {
            expression: callOf(pageCode.fillDatabases, JSON.stringify(indexedDB)),
            awaitPromise: true,
            returnByValue: true,
          });
          for (const [name, reason] of (result.value ?? []) as [string, string][]) {
            const text = `database ${cleaned(name)} of ${origin} could not be restored`;
            problems.push(`${text}: ${cleaned(reason).replace(/\.$/, '')}`);
          }
          const databases = await writer.readDatabases(session);
          // Without all of them, those that were given are the base of the session.
          if (databases?.unread?.length !== 0) continue;
          restored.push({ origin, localStorage: [], indexedDB: databases.databases });
        }
        return problems;
      }),
  };
}

/** Reads the document that a page shows, in a world out of reach of its scripts. */
async function readShown(
  { session: current, frameId, hasStoppedClock }: PageStorageParts,
  writer: StateWriter,
): Promise<FoundStorage | undefined> {
  const session = current();
  try {
    const world = { frameId, worldName: 'tintype' };
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
    if (hasStoppedClock) return await evaluateItems(session, executionContextId);
    return await writer.read(session, executionContextId);
  } catch {
    // It navigates, or is gone.
    return undefined;
  }
}

/** Returns whether an origin is that of a web site, and not that of `html`. */
function isOfSite(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== syntheticHost;
}

import type { RenderRequest } from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';
import {
  createLazy,
  type PageHandle,
  type Plugin,
  type RenderContext,
  type RenderResult,
} from '@tintype/core';
import type { Blocking } from './blocking.ts';
import { closeBanners } from './banner/close-banners.ts';
import { loadConsentScript } from './banner/consent-script.ts';
import type { HostList } from './hosts/block-hosts.ts';
import { loadEntityHosts, type HostCategory } from './hosts/entity-hosts.ts';
import { blockUrls } from './lists/block-urls.ts';
import type { FilterList } from './lists/filter-list.ts';
import { hideElements } from './lists/hide-elements.ts';
import { servesAny } from './lists/known-lists.ts';

/** Options of {@link createBlock}. */
export interface BlockOptions {
  /**
   * Filter lists in EasyList's syntax: files, or folders whose `.txt` files are read. They are used
   * beside the built-in hosts for requests that ask for `ads` or `tracking`.
   */
  lists?: readonly string[];
  /** Folder of compiled lists. Without it they are compiled again in each process. */
  cacheDir?: string;
}

interface BlockState {
  /** Absent until the page is being prepared. */
  report?: Blocking;
  lists: readonly FilterList[];
}

/**
 * Blocks what `block_annoyance` names. `result.blocking` reports the effect.
 * @example
 * const renderer = createRenderer({ source, plugins: [createBlock()] });
 */
export function createBlock({ lists: paths = [], cacheDir }: BlockOptions = {}): Plugin {
  // Each is read when the first render needs it.
  const consentScript = createLazy(loadConsentScript);
  const entityHosts = createLazy(loadEntityHosts);
  const loadedLists = createLazy(
    async () => {
      const { loadLists } = await import('./lists/load-lists.ts');
      return await loadLists({ paths, ...(cacheDir === undefined ? {} : { cacheDir }) });
    },
    // A disk that was not there may come.
    { keep: ({ warnings }) => warnings.length === 0 },
  );

  async function keepOut(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext,
    report: Blocking,
    categories: ReadonlySet<HostCategory>,
  ): Promise<readonly FilterList[]> {
    page.deadline.activity = activity;
    const [{ blockHosts, entityList }, entities, loaded] = await page.deadline.race(
      // The list of public suffixes takes longer to load than the rest of this package.
      Promise.all([import('./hosts/block-hosts.ts'), entityHosts.get(), loadedLists.get()]),
    );
    for (const warning of loaded.warnings) context.warn(warning);
    const lists = loaded.lists.filter(({ name }) => servesAny(name, categories));
    const blocked = (list: string) => {
      report.requests[list] = (report.requests[list] ?? 0) + 1;
    };
    const hostLists: HostList[] = [
      entityList(entities, categories),
      ...lists.map(
        ({ name, hasHost }) =>
          (host: string) =>
            hasHost(host) ? name : undefined,
      ),
    ];
    const firstParty = blockHosts(page, request.url ?? '', entities, hostLists, blocked);
    const withPaths = lists.filter(({ hasPathRules }) => hasPathRules);
    if (withPaths.length > 0) await blockUrls(page, withPaths, firstParty, blocked);
    return lists;
  }

  const plugin: Plugin<BlockState> = {
    name: 'block',
    createState: () => ({ lists: [] }),
    async middleware(request, context, next) {
      const result = await next(request, context);
      const { report } = context.state;
      return report
        ? { ...result, blocking: report, receipt: withBlocking(result, report) }
        : result;
    },
    hooks: {
      async beforeNavigate(page, request, context) {
        const { state } = context;
        const report: Blocking = { requests: {} };
        Object.assign(state, { report, lists: [] });
        const wanted = (['ads', 'tracking'] as const).filter((what) => wants(request, what));
        if (wanted.length === 0) return;
        state.lists = await keepOut(page, request, context, report, new Set(wanted));
      },
      async pageSettled(page, request, { state }) {
        let changed = false;
        page.deadline.activity = activity;
        if (wants(request, 'cookies_banner')) {
          const closing = await closeBanners(page, consentScript.get, page.needs.scripts);
          if (state.report) state.report.banner = closing.outcome;
          changed = closing.changed;
        }
        if (state.lists.length > 0) changed = (await hideElements(page, state.lists)) || changed;
        return changed;
      },
    },
  };
  return plugin;
}

/** The receipt says what became of a banner, and how many requests were kept out. */
function withBlocking({ receipt }: RenderResult, { banner, requests }: Blocking): Receipt {
  const blocked = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return {
    ...receipt,
    ...(banner && { consent: banner }),
    ...(receipt.requests && { requests: { ...receipt.requests, blocked } }),
  };
}

/** The activity of the render meanwhile. */
const activity = 'keeping out what block_annoyance names';

function wants(request: RenderRequest, what: HostCategory | 'cookies_banner'): boolean {
  return (request.block_annoyance as readonly string[]).includes(what);
}

import type { RenderRequest } from '@tintype/contract';
import {
  createLazy,
  type Blocking,
  type PageHandle,
  type Plugin,
  type RenderContext,
} from '@tintype/core';
import { closeBanners } from './banner/close-banners.ts';
import { loadConsentScript } from './banner/consent-script.ts';
import { createPageTools } from './banner/page-tools.ts';
import { blockHosts, entityList, type HostList } from './hosts/block-hosts.ts';
import { loadEntityHosts, type HostCategory } from './hosts/entity-hosts.ts';
import { blockUrls } from './lists/block-urls.ts';
import type { FilterList } from './lists/filter-list.ts';
import { hideElements } from './lists/hide-elements.ts';
import { servesAny } from './lists/known-lists.ts';
import { loadLists } from './lists/load-lists.ts';

/** Options of {@link createBlock}. */
export interface BlockOptions {
  /**
   * Filter lists in EasyList's syntax: files, or folders whose `.txt` files are read. They are used beside the built-in hosts
   * for requests that ask for `ads` or `tracking`.
   */
  lists?: readonly string[];
  /** Where compiled lists are kept. Without it they are compiled again in each process. */
  cacheDir?: string;
}

/** What is known of a render under way. */
interface Run {
  report: Blocking;
  lists: readonly FilterList[];
}

/**
 * Keeps out of pages what `block_annoyance` names. What was done stands in `result.blocking`.
 * @example
 * const renderer = createRenderer({ source, plugins: [createBlock()] });
 */
export function createBlock({ lists: paths = [], cacheDir }: BlockOptions = {}): Plugin {
  const tools = createPageTools();
  const runs = new Map<string, Run>();
  // Each is read when the first render needs it.
  const consentScript = createLazy(loadConsentScript);
  const entityHosts = createLazy(loadEntityHosts);
  const loadedLists = createLazy(
    () => loadLists({ paths, ...(cacheDir === undefined ? {} : { cacheDir }) }),
    // A disk that was not there may come.
    { keep: ({ warnings }) => warnings.length === 0 },
  );
  const kit = { tools, consentScript: consentScript.get };

  async function keepOut(
    page: PageHandle,
    request: RenderRequest,
    context: RenderContext,
    { report }: Run,
    categories: ReadonlySet<HostCategory>,
  ): Promise<readonly FilterList[]> {
    const [entities, loaded] = await page.deadline.race(
      Promise.all([entityHosts.get(), loadedLists.get()]),
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

  return {
    name: 'block',
    async middleware(request, context, next) {
      try {
        const result = await next(request, context);
        const blocking = runs.get(context.id)?.report;
        return blocking ? { ...result, blocking } : result;
      } finally {
        runs.delete(context.id);
      }
    },
    hooks: {
      async beforeNavigate(page, request, context) {
        const run: Run = { report: { requests: {} }, lists: [] };
        runs.set(context.id, run);
        const wanted = (['ads', 'tracking'] as const).filter((what) => wants(request, what));
        if (wanted.length === 0) return;
        run.lists = await keepOut(page, request, context, run, new Set(wanted));
      },
      async pageSettled(page, request, context) {
        const run = runs.get(context.id);
        let changed = false;
        if (wants(request, 'cookies_banner')) {
          const closing = await closeBanners(page, kit, page.needs.scripts);
          if (run) run.report.banner = closing.outcome;
          changed = closing.changed;
        }
        if (run && run.lists.length > 0) changed = (await hideElements(page, run.lists)) || changed;
        return changed;
      },
    },
  };
}

function wants(request: RenderRequest, what: HostCategory | 'cookies_banner'): boolean {
  return (request.block_annoyance as readonly string[]).includes(what);
}

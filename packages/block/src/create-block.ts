import type { Blocking, Plugin } from '@tintype/core';
import type { RenderRequest } from '@tintype/contract';
import { closeBanners } from './banner/close-banners.ts';
import { loadConsentScript, type ConsentScript } from './banner/consent-script.ts';
import { createPageTools } from './banner/page-tools.ts';
import { blockHosts, entityList } from './hosts/block-hosts.ts';
import { loadEntityHosts, type EntityHosts, type HostCategory } from './hosts/entity-hosts.ts';

/** Options of {@link createBlock}. */
export interface BlockOptions {}

/**
 * Keeps out of pages what `block_annoyance` names. What was done stands in `result.blocking`.
 * @example
 * const renderer = createRenderer({ source, plugins: [createBlock()] });
 */
export function createBlock(_options: BlockOptions = {}): Plugin {
  const tools = createPageTools();
  let entityHosts: Promise<EntityHosts> | undefined;
  let consentScript: Promise<ConsentScript> | undefined;
  const kit = { tools, consentScript: () => (consentScript ??= loadConsentScript()) };
  const reports = new Map<string, Blocking>();

  return {
    name: 'block',
    async middleware(request, context, next) {
      reports.set(context.id, { requests: {} });
      try {
        const result = await next(request, context);
        return { ...result, blocking: reports.get(context.id) ?? { requests: {} } };
      } finally {
        reports.delete(context.id);
      }
    },
    hooks: {
      async beforeNavigate(page, request, context) {
        const report: Blocking = { requests: {} };
        reports.set(context.id, report);
        const categories = new Set<HostCategory>(
          (['ads', 'tracking'] as const).filter((category) => wants(request, category)),
        );
        if (categories.size === 0) return;
        const entities = await page.deadline.race((entityHosts ??= loadEntityHosts()));
        blockHosts(
          page,
          request.url ?? '',
          entities,
          [entityList(entities, categories)],
          (list) => {
            report.requests[list] = (report.requests[list] ?? 0) + 1;
          },
        );
      },
      async pageSettled(page, request, context) {
        if (!wants(request, 'cookies_banner')) return false;
        const { outcome, changed } = await closeBanners(page, kit);
        const report = reports.get(context.id);
        if (report) report.banner = outcome;
        return changed;
      },
    },
  };
}

function wants(request: RenderRequest, what: 'ads' | 'tracking' | 'cookies_banner'): boolean {
  return (request.block_annoyance as readonly string[]).includes(what);
}

import type { PageHandle } from '../page/page-handle.ts';
import type { RenderContext } from '../types.ts';

/** Warns of the addresses that the page was not allowed to reach. */
export function warnOfDenials(page: PageHandle, context: RenderContext): void {
  const denied = page.lease.network.failures.filter(({ kind }) => kind === 'denied');
  const hosts = [...new Set(denied.map(({ host, port }) => `${host}:${port}`))];
  if (hosts.length === 0) return;
  const named = hosts.slice(0, 3).join(', ') + (hosts.length > 3 ? ', ...' : '');
  context.warn(
    `${denied.length} request${denied.length === 1 ? '' : 's'} of the page to addresses that are not public ${denied.length === 1 ? 'was' : 'were'} refused (${named}).`,
  );
}

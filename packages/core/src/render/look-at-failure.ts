import { RenderError } from '@tintype/contract';
import type { RenderPage } from '../page/page-handle.ts';
import type { PageWork } from './page-work.ts';
import { createDeadline } from './time/deadline.ts';

/** How long hooks may look at the page of a render that failed: its slot is held meanwhile. */
const boundMs = 1000;

/** Nobody asks what became of these, or there is no page to look at. */
const unseen: ReadonlySet<RenderError['code']> = new Set([
  'cancelled',
  'shutting_down',
  'page_crashed',
  'browser_lost',
]);

/**
 * Shows hooks the page of a render that failed, as long as it is there. It never rejects: what
 * failed is told, and nothing else.
 */
export async function lookAtFailure(
  { page, request, context, hooks }: PageWork & { page: RenderPage },
  reason: unknown,
): Promise<void> {
  const looking = hooks.filter(({ pageFailed }) => pageFailed);
  if (looking.length === 0 || unseen.has(RenderError.from(reason).code)) return;
  const deadline = createDeadline(boundMs);
  deadline.start();
  const shown = page.under(deadline);
  const looks = looking.map(async (each) => each.pageFailed?.(shown, request, context));
  await deadline.race(Promise.allSettled(looks)).catch(() => {});
  deadline.dispose();
}

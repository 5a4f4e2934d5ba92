import { RenderError } from '@tintype/contract';
import type { RenderPage } from '../page/page-handle.ts';
import { createDeadline } from '../time/deadline.ts';
import type { PageWork } from '../page/page-work.ts';

/** Maximum time hooks may inspect the page of a failed render: its slot is held meanwhile. */
const boundMs = 1000;

/** No caller needs a trace of these errors, or there is no page to inspect. */
const unseen: ReadonlySet<RenderError['code']> = new Set([
  'cancelled',
  'shutting_down',
  'page_crashed',
  'browser_lost',
]);

/** Shows hooks the page of a failed render, as long as it exists. Never rejects. */
export async function callPageFailed(
  { page, request, context, hooks, session }: PageWork & { page: RenderPage },
  reason: unknown,
): Promise<void> {
  const looking = hooks.filter(({ pageFailed }) => pageFailed);
  if ((looking.length === 0 && !session) || unseen.has(RenderError.from(reason).code)) return;
  const deadline = createDeadline(boundMs);
  deadline.start();
  const shown = page.under(deadline);
  const looks = [
    ...(session ? [session.failed(shown, request)] : []),
    ...looking.map(async (each) => each.pageFailed?.(shown, request, context)),
  ];
  await deadline.race(Promise.allSettled(looks)).catch(() => {});
  deadline.dispose();
}

import type { LoadedPage } from '../../load/load-page.ts';
import type { DocumentWatch, Target } from '../../load/navigate/navigate.ts';
import { navigationError } from '../../page/chromium-errors.ts';
import type { PageWork } from '../../page/page-work.ts';

/** Replaces the HTML of a page, in the same process. */
export async function loadHtml(
  { page, request, clock }: Pick<PageWork, 'page' | 'request' | 'clock'>,
  { watch, served, restart }: Pick<LoadedPage, 'watch' | 'served' | 'restart'>,
  { url, site }: Target,
): Promise<void> {
  served.site = site;
  restart();
  page.keepCode();
  await clock.run('navigate', async () => {
    page.deadline.activity = 'waiting for the page to answer';
    const arrival = watchArrival(watch);
    try {
      const { loaderId, errorText } = await page.session.send('Page.navigate', { url });
      // The HTML never loads, whatever aborted it.
      if (errorText) throw navigationError(url, errorText, page.lease.network.failures.at(-1));
      await page.deadline.race(arrival.of(loaderId));
    } finally {
      arrival.end();
    }
    await watch.reached(request.wait_until);
  });
}

/** Awaits the document of a navigation, which a later one may have replaced by then. */
function watchArrival(watch: DocumentWatch) {
  const arrived = new Set([watch.loaderId]);
  let notify = () => {};
  const end = watch.onLeft(() => {
    arrived.add(watch.loaderId);
    notify();
  });
  return {
    end,
    async of(loaderId: string | undefined): Promise<void> {
      while (!arrived.has(loaderId)) await new Promise<void>((resolve) => (notify = resolve));
    },
  };
}

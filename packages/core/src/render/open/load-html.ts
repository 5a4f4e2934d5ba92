import type { LoadedPage } from '../../load/load-page.ts';
import { targetOf, type DocumentWatch } from '../../load/navigate/navigate.ts';
import type { PageWork } from '../page-work.ts';

/** Leads a page that shows HTML of a request to other HTML, in the same process. */
export async function loadHtml(
  { page, request, context, clock }: PageWork,
  { watch, served }: LoadedPage,
): Promise<void> {
  const { url, site } = targetOf(request, context);
  served.site = site;
  await clock.run('navigate', async () => {
    page.deadline.activity = 'waiting for the page to answer';
    const { loaderId } = await page.session.send('Page.navigate', { url });
    await page.deadline.race(untilThere(watch, loaderId));
    await watch.reached(request.wait_until);
  });
}

/** What the watch tells until then is of the document before. */
async function untilThere(watch: DocumentWatch, loaderId: string | undefined): Promise<void> {
  if (watch.loaderId === loaderId) return;
  await new Promise<void>((resolve) => {
    const unwatch = watch.onLeft(() => {
      if (watch.loaderId !== loaderId) return;
      unwatch();
      resolve();
    });
  });
}

import { RenderError, type RequestOf } from '@tintype/contract';
import {
  callInPage,
  type Capture,
  type PageHandle,
  type RecordedTraffic,
  type RenderContext,
} from '@tintype/core';
import type { ArchivedPage } from './archived-page.ts';
import { pageCode } from './page-code.ts';

const longestTitle = 1000;

/** Saves the page: its current state (MHTML), or all responses so far (WACZ, HAR). */
export const archiveCapture: Capture<RequestOf<'archive'>> = {
  async capture(page, { format }, context) {
    page.deadline.activity = 'saving the page';
    if (format === 'mhtml') {
      await callInPage(page, pageCode.writeSheets);
      const { data } = await page.session.send('Page.captureSnapshot', { format });
      return async () => ({ body: Buffer.from(data) });
    }
    const archived = await readArchived(page, format, context);
    return async () => {
      if (format === 'har') {
        const { writeHar } = await import('./write-har.ts');
        return { body: await writeHar(archived) };
      }
      const { writeWacz } = await import('./write-wacz.ts');
      return { body: await writeWacz(archived) };
    };
  },
};

async function readArchived(
  page: PageHandle,
  format: string,
  context: RenderContext,
): Promise<ArchivedPage> {
  const { traffic, deadline, lease } = page;
  if (!traffic) {
    throw new RenderError(
      'invalid_request',
      `A ${format} holds what the page has loaded: open it with { traffic: true }.`,
    );
  }
  const [recorded, load] = await Promise.all([
    deadline.race(traffic.read()),
    callInPage(page, pageCode.pageLoad, longestTitle),
  ]);
  warnOfMissing(recorded, context);
  const { exchanges } = recorded;
  const document = exchanges.findLast(
    ({ sent, received }) => sent.type === 'Document' && sent.frameId === lease.frameId && received,
  );
  return {
    ...load,
    url: document?.sent.url ?? '',
    startedMs: document ? document.sent.wallTimeS * 1000 : Date.now(),
    exchanges,
    browser: lease.browser.product,
  };
}

function warnOfMissing({ exchanges, left }: RecordedTraffic, context: RenderContext): void {
  const cut = exchanges.filter(({ isCut }) => isCut).length;
  const running = exchanges.filter(({ endS }) => endS === undefined).length;
  const missing = [
    ...(left > 0 ? [`requests beyond the first ${exchanges.length}: ${left}`] : []),
    ...(cut > 0 ? [`bodies that are too large or could not be read: ${cut}`] : []),
    ...(running > 0 ? [`answers that had not ended: ${running}`] : []),
  ];
  if (missing.length > 0) context.warn(`Not in the archive: ${missing.join('; ')}.`);
}

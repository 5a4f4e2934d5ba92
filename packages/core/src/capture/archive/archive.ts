import type { RequestOf } from '@tintype/contract';
import { pageCode } from '../../page-code.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { Capture } from '../../types.ts';

/** Saves the page with its images, style sheets and frames as one file. What the page would load later is not in it. */
export const archiveCapture: Capture<RequestOf<'archive'>> = {
  async capture(page, { format }) {
    page.deadline.activity = 'saving the page';
    await callInPage(page, pageCode.writeSheets);
    const { data } = await page.session.send('Page.captureSnapshot', { format });
    return async () => ({ body: Buffer.from(data) });
  },
};

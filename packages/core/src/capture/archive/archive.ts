import type { RequestOf } from '@tintype/contract';
import { callInPage } from '../../page/in-page.ts';
import type { Capture } from '../../types.ts';
import { writeSheets } from './write-sheets.ts';

/** Saves the page with its images, style sheets and frames as one file. What the page would load later is not in it. */
export const archiveCapture: Capture<RequestOf<'archive'>> = {
  async capture(page, { format }) {
    page.deadline.activity = 'saving the page';
    await page.evaluate(callInPage(writeSheets, []));
    const { data } = await page.session.send('Page.captureSnapshot', { format });
    return async () => ({ body: Buffer.from(data) });
  },
};

import { callInPage, EvaluationError, isContextGone, type PageHandle } from '@tintype/core';
import type { BannerOutcome } from '../blocking.ts';
import { optOut, type OptOut } from './opt-out.ts';
import type { Sighting } from './in-page/clear-banners.ts';
import type { LoadConsentScript } from './consent-script.ts';
import { vendorMarks } from './vendors.ts';
import { bannerWords } from './words.ts';
import { pageCode } from '../page-code.ts';

/** A tool's script may show its banner this long after the page has loaded. */
const expectedForMs = 1000;
/** A banner that is still there after this is hidden. */
const boundMs = 3000;
/** Banners fade out. */
const fadeMs = 700;

/** Result of closing banners, and whether the page is another one now. */
export interface Closing {
  outcome: BannerOutcome;
  changed: boolean;
}

/** Closes the cookie banners of a settled page: declines if possible, else hides them. */
export async function closeBanners(
  page: PageHandle,
  loadScript: LoadConsentScript,
  isScripted: boolean,
): Promise<Closing> {
  const sighting = await look(page, isScripted);
  if (!sighting?.inView) return { outcome: { found: false }, changed: false };
  page.deadline.activity = 'closing the cookie banner';
  const totalMs = Math.min(boundMs, page.deadline.remainingMs() / 3);
  try {
    // Without its scripts a page has no timers either, and no listener for a click.
    const outcome: OptOut = isScripted
      ? await optOut(page, loadScript, sighting, totalMs)
      : { how: 'hidden' };
    const { clicked = false, hidden }: { clicked?: boolean; hidden: number } =
      outcome.how === undefined
        ? await callInPage(page, pageCode.rejectBanners, bannerWords, vendorMarks, fadeMs)
        : await callInPage(
            page,
            pageCode.tidyUp,
            bannerWords,
            vendorMarks,
            outcome.how === 'opt-out' ? fadeMs : 0,
          );
    const vendor = outcome.vendor ?? sighting.vendor;
    const how = outcome.how ?? (clicked && hidden === 0 ? 'opt-out' : 'hidden');
    return {
      outcome: { found: true, ...(vendor === undefined ? {} : { vendor }), how },
      changed: true,
    };
  } catch (error) {
    // Some tools load the page again once they have their answer.
    if (!isContextGone(error)) throw error;
    const vendor = sighting.vendor === undefined ? {} : { vendor: sighting.vendor };
    return { outcome: { found: true, ...vendor, how: 'opt-out' }, changed: true };
  }
}

async function look(page: PageHandle, isScripted: boolean): Promise<Sighting | undefined> {
  try {
    const first = await callInPage(page, pageCode.lookForBanners, bannerWords, vendorMarks);
    if (!first.expected || !isScripted) return first;
    page.deadline.activity = 'waiting for a cookie banner';
    const waitMs = Math.min(expectedForMs, page.deadline.remainingMs() / 4);
    return await callInPage(page, pageCode.waitForBanners, bannerWords, vendorMarks, waitMs);
  } catch (error) {
    // A page that is navigating, or has replaced needed functions, is left as it is.
    if (isContextGone(error) || error instanceof EvaluationError) return undefined;
    throw error;
  }
}

import { EvaluationError, isContextGone, type BannerOutcome, type PageHandle } from '@tintype/core';
import { optOut, type Verdict } from './opt-out.ts';
import type { Sighting } from './page/clear-banners.ts';
import type { BannerKit } from './banner-kit.ts';

/** A tool's script may show its banner this long after the page has loaded. */
const expectedForMs = 1000;
/** A banner that is still there after this is hidden. */
const boundMs = 3000;
/** Banners fade out. */
const fadeMs = 700;

/** What was done, and whether the page is another one now. */
export interface Closing {
  outcome: BannerOutcome;
  changed: boolean;
}

/** Finds the cookie banners of a settled page and closes them: says no where it can, hides them where it cannot. */
export async function closeBanners(
  page: PageHandle,
  kit: BannerKit,
  isScripted: boolean,
): Promise<Closing> {
  const sighting = await look(page, kit, isScripted);
  if (!sighting?.inView) return { outcome: { found: false }, changed: false };
  page.deadline.activity = 'closing the cookie banner';
  const totalMs = Math.min(boundMs, page.deadline.remainingMs() / 3);
  try {
    // Without its scripts a page has no timers either, and nobody to hear a click.
    const verdict: Verdict = isScripted
      ? await optOut(page, kit, sighting, totalMs)
      : { how: 'hidden' };
    const { clicked = false, hidden } = await page.evaluate<{ clicked?: boolean; hidden: number }>(
      verdict.how === undefined
        ? kit.tools.call('rejectBanners', fadeMs)
        : kit.tools.call('tidyUp', verdict.how === 'opt-out' ? fadeMs : 0),
    );
    const vendor = verdict.vendor ?? sighting.vendor;
    const how = verdict.how ?? (clicked && hidden === 0 ? 'opt-out' : 'hidden');
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

async function look(
  page: PageHandle,
  { tools }: BannerKit,
  isScripted: boolean,
): Promise<Sighting | undefined> {
  try {
    const first = await page.evaluate<Sighting>(tools.call('lookForBanners'));
    if (!first.expected || !isScripted) return first;
    page.deadline.activity = 'waiting for a cookie banner';
    const waitMs = Math.min(expectedForMs, page.deadline.remainingMs() / 4);
    return await page.evaluate<Sighting>(tools.call('waitForBanners', waitMs));
  } catch (error) {
    // A page that is navigating, or whose scripts broke what the search stands on, is left as it is.
    if (isContextGone(error) || error instanceof EvaluationError) return undefined;
    throw error;
  }
}

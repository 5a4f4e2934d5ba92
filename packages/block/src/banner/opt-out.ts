import { callInPage, type PageHandle } from '@tintype/core';
import type { ConsentScript, LoadConsentScript } from './consent-script.ts';
import { createFrameFinder, mainWorld, type FrameWorld } from './frame-world.ts';
import type { Sighting } from './in-page/clear-banners.ts';
import { vendorMarks } from './vendors.ts';
import { bannerWords } from './words.ts';
import { pageCode } from '../page-code.ts';
import { runConsent, type ConsentNews } from './run-consent.ts';

/** Outcome of an attempt to opt out. */
export interface OptOut {
  /** The tool, as autoconsent calls it. */
  vendor?: string;
  /** Absent where nothing was achieved. */
  how?: 'opt-out' | 'hidden';
}

/** Maximum time for a known tool's banner to open, in ms. */
const openBoundMs = 1200;
/** A page that has not said by now which tools it has may have any. */
const pageAnswersMs = 500;
/** Interval of the search for new frames. */
const frameEveryMs = 100;

/** Returns whether autoconsent can handle the page: injecting it takes 45 ms. */
async function mayKnow(
  page: PageHandle,
  main: FrameWorld,
  script: ConsentScript,
  { framed, vendor }: Sighting,
): Promise<boolean> {
  if (framed || vendor !== undefined) return true;
  const traces = script.traces(main.url);
  if (!traces) return true;
  const checks = traces.expressions.map((expression) => `() => ${expression}`);
  const asPage = main.evaluateAsPage(
    `[${checks.join(', ')}].some((holds) => { try { return holds(); } catch { return false; } })`,
  );
  const found = await Promise.all([
    callInPage(main, pageCode.matchesAny, traces.selectors),
    // A page can break what its own world answers with.
    Promise.race([asPage, page.deadline.sleep(pageAnswersMs).then(() => true)]).catch(() => true),
  ]);
  return found.includes(true);
}

/** Lets autoconsent try, in the page and its frames, until one is done or time is over. */
export async function optOut(
  page: PageHandle,
  loadScript: LoadConsentScript,
  sighting: Sighting,
  totalMs: number,
): Promise<OptOut> {
  const script = await page.deadline.race(loadScript());
  const main = mainWorld(page, sighting.url);
  if (!(await mayKnow(page, main, script, sighting))) return {};
  const frames = createFrameFinder(page);
  const state = { vendor: undefined as string | undefined, hasOpened: false, isOver: false };
  let looksIntoFrames = sighting.framed;
  const outcome = Promise.withResolvers<OptOut>();
  const decide = (how?: OptOut['how']) =>
    outcome.resolve({ ...(state.vendor && { vendor: state.vendor }), ...(how && { how }) });

  const newsOf = (world: FrameWorld): ConsentNews => ({
    detected(vendor) {
      if (world.isMain) state.vendor ??= vendor;
    },
    opened(vendor) {
      Object.assign(state, { vendor, hasOpened: true });
    },
    nothing() {
      if (world.isMain && !looksIntoFrames) decide();
    },
    passedOn() {
      looksIntoFrames = true;
    },
    failed(vendor) {
      state.vendor = vendor;
      decide();
    },
    done(vendor, isCosmetic) {
      state.vendor = vendor;
      decide(isCosmetic ? 'hidden' : 'opt-out');
    },
  });
  /** A tool takes its frame away, or loads the page again, when it has its answer. */
  const ended = async (world: FrameWorld) => {
    frames.forget(world);
    if (state.isOver || !state.hasOpened) return;
    const { inView } = await callInPage(page, pageCode.lookForBanners, bannerWords, vendorMarks);
    if (world.isMain || !inView) decide('opt-out');
  };
  const start = (world: FrameWorld) => {
    runConsent(world, script, newsOf(world))
      .then(() => ended(world))
      .catch(() => {});
  };
  const attend = async () => {
    const begin = performance.now();
    for (let spentMs = 0; spentMs < totalMs && !state.isOver; spentMs = performance.now() - begin) {
      if (looksIntoFrames) for (const frame of await frames.find()) start(frame);
      if (!state.hasOpened && spentMs > openBoundMs) break;
      await page.deadline.sleep(frameEveryMs);
    }
    decide();
  };
  start(main);
  attend().catch(outcome.reject);
  try {
    return await page.deadline.race(outcome.promise);
  } finally {
    state.isOver = true;
  }
}

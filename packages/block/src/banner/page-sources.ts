import {
  hide,
  hideBackdrop,
  lookForBanners,
  rejectBanners,
  tidyUp,
  unlockScroll,
  vendorRoots,
  waitForBanners,
} from './page/clear-banners.ts';
import {
  findBanners,
  holdsNamed,
  isHigh,
  isPageAround,
  judgeFrame,
  judgeOverlay,
  leadsAway,
  liesOver,
  mayBeBanner,
  probePoints,
  readButtons,
  typedFields,
  widen,
} from './page/find-banners.ts';
import {
  deepQuery,
  elementAt,
  isShown,
  matchesAny,
  namesOf,
  parentOf,
  textOf,
} from './page/read-page.ts';
import { vendorMarks } from './vendors.ts';
import { bannerWords } from './words.ts';

// The build puts the texts in the place of this code: bundlers rename and wrap functions, and what they then call is not in the page.

const parts: readonly ((...args: never[]) => unknown)[] = [
  textOf,
  parentOf,
  elementAt,
  isShown,
  deepQuery,
  namesOf,
  liesOver,
  isHigh,
  mayBeBanner,
  probePoints,
  readButtons,
  leadsAway,
  judgeOverlay,
  typedFields,
  holdsNamed,
  judgeFrame,
  findBanners,
  isPageAround,
  widen,
  lookForBanners,
  waitForBanners,
  rejectBanners,
  vendorRoots,
  tidyUp,
  hide,
  hideBackdrop,
  unlockScroll,
];

/** Puts the tools into the page, once. */
export const toolsSource = `globalThis.tintypeBanner ??= (() => {
${parts.map(String).join('\n')}
const words = ${JSON.stringify(bannerWords)};
const marks = ${JSON.stringify(vendorMarks)};
const tool = (run) => (...own) => run(words, marks, ...own);
return {
  lookForBanners: tool(lookForBanners),
  waitForBanners: tool(waitForBanners),
  rejectBanners: tool(rejectBanners),
  tidyUp: tool(tidyUp),
};
})();`;

/** See `matchesAny`. */
export const matchesAnySource = String(matchesAny);

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
import { deepQuery, elementAt, isShown, namesOf, parentOf, textOf } from './page/read-page.ts';
import { vendorMarks } from './vendors.ts';
import { bannerWords } from './words.ts';

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

/** Functions to be called in the page, by name; each gets words and marks before its own arguments. */
interface PageTools {
  lookForBanners: typeof lookForBanners;
  waitForBanners: typeof waitForBanners;
  rejectBanners: typeof rejectBanners;
  tidyUp: typeof tidyUp;
}

type OwnArguments<Name extends keyof PageTools> =
  Parameters<PageTools[Name]> extends [unknown, unknown, ...infer Own] ? Own : [];

/** Writes the expressions that call the tools. They are put into the page's isolated world by the first call. */
export function createPageTools() {
  const source = `globalThis.tintypeBanner ??= (() => {
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
  return {
    /** An expression that calls one of the tools. */
    call<Name extends keyof PageTools>(name: Name, ...own: OwnArguments<Name>): string {
      return `${source}\nglobalThis.tintypeBanner.${name}(${own.map((value) => JSON.stringify(value)).join(', ')})`;
    },
  };
}

export type PageToolbox = ReturnType<typeof createPageTools>;

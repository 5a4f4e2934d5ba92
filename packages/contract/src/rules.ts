import {
  attachmentNameIsPlain,
  authorizationIsBase64,
  cookiesArePairs,
  headersAreSendable,
  userAgentIsSendable,
} from './header-rules.ts';
import {
  clickSelectorIsWritten,
  clipHasSize,
  deviceExists,
  injectedScriptRuns,
  noneStandsAlone,
  positionIsComplete,
  selectorIsTheArea,
  selectorIsWritten,
  selectorsAreWritten,
  timeZoneExists,
  waitForSelectorIsWritten,
} from './page-rules.ts';
import {
  areaIsOnePage,
  marginsLeaveRoom,
  pagesAreRanges,
  singlePageStandsAlone,
} from './pdf-rules.ts';
import type { Rule } from './rule.ts';
import {
  locationIsServed,
  oneSource,
  oneWayOut,
  proxyIsAddress,
  sourceGiven,
  urlIsWeb,
  webhookIsSafe,
} from './url-rules.ts';

/** Every rule, in the order in which they are checked and reported. */
export const rules: readonly Rule[] = [
  sourceGiven,
  oneSource,
  urlIsWeb,
  clipHasSize,
  selectorIsTheArea,
  deviceExists,
  noneStandsAlone,
  selectorsAreWritten,
  clickSelectorIsWritten,
  waitForSelectorIsWritten,
  selectorIsWritten,
  injectedScriptRuns,
  positionIsComplete,
  timeZoneExists,
  userAgentIsSendable,
  authorizationIsBase64,
  cookiesArePairs,
  headersAreSendable,
  proxyIsAddress,
  oneWayOut,
  locationIsServed,
  pagesAreRanges,
  areaIsOnePage,
  singlePageStandsAlone,
  marginsLeaveRoom,
  attachmentNameIsPlain,
  webhookIsSafe,
];

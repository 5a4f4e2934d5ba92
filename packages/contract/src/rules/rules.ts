import {
  attachmentNameIsPlain,
  authorizationIsBasic,
  cookiesArePairs,
  headersAreSendable,
  storageStateIsComplete,
  userAgentIsSendable,
} from './header-rules.ts';
import {
  awaitedFunctionIsWritten,
  clickSelectorIsWritten,
  deviceExists,
  localeExists,
  noneStandsAlone,
  positionIsComplete,
  scrollTargetIsWritten,
  selectorsAreWritten,
  statusesAreRanges,
  timeoutIsAllowed,
  timeZoneExists,
  waitForSelectorIsWritten,
} from './page-rules.ts';
import type { Rule } from './rule.ts';
import {
  baseUrlIsOfHtml,
  baseUrlIsWeb,
  locationIsServed,
  oneSource,
  noProxyConflict,
  proxyIsAddress,
  sourceGiven,
  urlIsWeb,
  webhookIsSafe,
} from './url-rules.ts';

/** Rules that are checked before those of the kind, in the order of reporting. */
export const pageRules: readonly Rule[] = [
  sourceGiven,
  oneSource,
  urlIsWeb,
  baseUrlIsWeb,
  baseUrlIsOfHtml,
  deviceExists,
  noneStandsAlone,
  selectorsAreWritten,
  clickSelectorIsWritten,
  waitForSelectorIsWritten,
  awaitedFunctionIsWritten,
  scrollTargetIsWritten,
  statusesAreRanges,
  timeoutIsAllowed,
  positionIsComplete,
  timeZoneExists,
  localeExists,
  userAgentIsSendable,
  authorizationIsBasic,
  cookiesArePairs,
  storageStateIsComplete,
  headersAreSendable,
  proxyIsAddress,
  noProxyConflict,
  locationIsServed,
];

/** Rules of every kind that are checked after its own. */
export const deliveryRules: readonly Rule[] = [attachmentNameIsPlain, webhookIsSafe];

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

/**
 * The rules of every kind that come before its own, in the order in which they are checked and
 * reported.
 */
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

/** Rules that run after them. */
export const deliveryRules: readonly Rule[] = [attachmentNameIsPlain, webhookIsSafe];

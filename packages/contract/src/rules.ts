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
  noneStandsAlone,
  positionIsComplete,
  selectorsAreWritten,
  timeZoneExists,
} from './page-rules.ts';
import type { Rule } from './rule.ts';
import { oneSource, proxyIsAddress, sourceGiven, urlIsWeb, webhookIsSafe } from './url-rules.ts';

/** Every rule, in the order in which they are checked and reported. */
export const rules: readonly Rule[] = [
  sourceGiven,
  oneSource,
  urlIsWeb,
  clipHasSize,
  deviceExists,
  noneStandsAlone,
  selectorsAreWritten,
  clickSelectorIsWritten,
  positionIsComplete,
  timeZoneExists,
  userAgentIsSendable,
  authorizationIsBase64,
  cookiesArePairs,
  headersAreSendable,
  proxyIsAddress,
  attachmentNameIsPlain,
  webhookIsSafe,
];

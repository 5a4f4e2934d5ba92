import { attachmentNameIsPlain, headerRules } from './header-rules.ts';
import { stateRules } from './page-rules.ts';
import type { Rule } from './rule.ts';
import { stepRules } from './step-rules.ts';
import { proxyRules, sourceRules, webhookIsSafe } from './url-rules.ts';

/** Rules that are checked before those of the kind, in the order of reporting. */
export const pageRules: readonly Rule[] = [
  ...sourceRules,
  ...stateRules,
  ...headerRules,
  ...proxyRules,
  ...stepRules,
];

/** Rules of every kind that are checked after its own. */
export const deliveryRules: readonly Rule[] = [attachmentNameIsPlain, webhookIsSafe];

import type { WallKind } from './receipt.ts';

/** Names of walls in a sentence. */
export const wallNames: Readonly<Record<WallKind, string>> = {
  captcha: 'a captcha',
  bot_check: 'a check for robots',
  login: 'a login',
  consent: 'a question for consent',
  paywall: 'a paywall',
  age: 'a question for the age',
  cdn_error: 'an error page of a server in between',
};

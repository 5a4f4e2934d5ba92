import type { WallTest } from './wall-test.ts';
import {
  isShort,
  acceptButtons,
  ageButtons,
  ageWords,
  cookieWords,
  payButtons,
  paywallWords,
} from './wall-words.ts';

/** Elements with names of paywalls. */
export const paywallMarks: readonly string[] = [
  '[class*="paywall" i], [id*="paywall" i], [class*="regwall" i], [id*="regwall" i], [class*="subscribe-wall" i], [class*="meter-wall" i], [class*="article-gate" i], [data-testid*="paywall" i], [class*="piano" i], [class*="premium-wall" i]',
];

/** Texts of servers without an error page of their own, and the elements of that page. */
const serverErrors =
  /^(?:403 forbidden|405 not allowed|429 too many requests|500 internal server error|502 bad gateway|503 service (?:temporarily )?unavailable|504 gateway time-?out|400 bad request)$/i;

/** Walls that are a page, or a part of one, instead of a layer over it. */
export const textWall: WallTest = (page) => {
  const { title, headings, shown, buttons, paywalls } = page;
  const hasButton = (pattern: RegExp) => buttons.some((label) => pattern.test(label));
  if (
    serverErrors.test(title) &&
    serverErrors.test(headings) &&
    isShort(page, { text: 150, links: 1 })
  ) {
    return { kind: 'cdn_error', evidence: ['the bare error page of a server', `title "${title}"`] };
  }
  if (isShort(page, { text: 1200, links: 20 }) && ageWords.test(shown.text)) {
    const isAsked = ageWords.test(title) || ageWords.test(headings) || shown.text.length <= 400;
    if (isAsked && hasButton(ageButtons)) {
      return { kind: 'age', evidence: ['the page asks for an age', 'little other text'] };
    }
  }
  const consents =
    /before you continue|before continuing|cookies?|consent|privacy choices|bevor (?:sie|du)|avant de continuer|antes de continuar/i;
  if (
    isShort(page, { text: 3500, links: 30 }) &&
    (consents.test(title) || consents.test(headings)) &&
    (shown.text.match(cookieWords)?.length ?? 0) >= 3 &&
    hasButton(acceptButtons)
  ) {
    return { kind: 'consent', evidence: ['the page asks for consent', 'a button that accepts'] };
  }
  const wall = paywalls.find((text) => paywallWords.test(text));
  if (wall !== undefined && (hasButton(payButtons) || payButtons.test(wall))) {
    return { kind: 'paywall', evidence: ['a part named after a paywall', 'it asks to subscribe'] };
  }
  return undefined;
};

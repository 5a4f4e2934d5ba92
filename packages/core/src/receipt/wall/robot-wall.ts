import type { WallTest } from './wall-test.ts';
import { isShort, typedFields } from './wall-words.ts';

/** Elements with the widget of a captcha, or its image. */
export const captchaMarks: readonly string[] = [
  '.g-recaptcha, .h-captcha, .cf-turnstile, .frc-captcha, .geetest_holder, [data-sitekey], arkose-labs, #arkose',
  'img[src*="captcha" i], img[alt*="captcha" i], img[id*="captcha" i], [class*="captcha" i] img, [id*="captcha" i] img, canvas[id*="captcha" i]',
];

const captchaFrames =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:google\.com\/recaptcha|recaptcha\.net\/recaptcha|hcaptcha\.com|challenges\.cloudflare\.com|arkoselabs\.com|funcaptcha\.com|captcha-delivery\.com|geetest\.com|mtcaptcha\.com|friendlycaptcha\.com|captcha\.px-cdn\.net)/i;

const robotTitles =
  /are you (?:a )?(?:human|robot)|not a robot|robot check|bot (?:check|detection|verification)|(?:verify|confirm|prove) (?:that )?(?:you are|you're|you’re) (?:a )?human|human verification|security (?:check|verification|challenge)|unusual (?:traffic|activity)|pardon our interruption|access (?:to this page )?(?:has been |was )?(?:denied|blocked)|checking your browser|ddos protection|browser check|one more step|captcha|sind sie ein (?:mensch|roboter)|kein roboter|sicherheitsüberprüfung|êtes-vous un (?:robot|humain)|pas un robot|no soy un robot|non sono un robot|geen robot/i;

const robotWords =
  /\b(?:robots?|bots?|humans?|automated|unusual (?:traffic|activity)|captcha|scraping|crawlers?)\b|verif(?:y|ying|ication)|mensch|roboter|humain|humano|umano|your browser|enable (?:js|javascript)/i;

/** A captcha or a check for robots: its widget or title, and words, on an otherwise empty page. */
export const robotWall: WallTest = (page) => {
  if (!isShort(page, { text: 1500, links: 20 })) return undefined;
  const { title, headings, shown, frames, marks } = page;
  const others = typedFields(page).filter(
    ({ type, name }) => type === 'textarea' || !/captcha|code|answer|characters/i.test(name),
  );
  // A form with a captcha below it is a form.
  if (others.length > 0) return undefined;
  const evidence: string[] = [];
  const widget = frames.some(
    ({ src, width, height }) => captchaFrames.test(src) && width >= 100 && height > 60,
  );
  if (widget) evidence.push('the frame of a captcha');
  if (captchaMarks.some((mark) => marks.includes(mark))) evidence.push('the widget of a captcha');
  const isCaptcha = evidence.length > 0;
  if (robotTitles.test(title)) evidence.push('a title about robots or humans');
  if (robotTitles.test(headings)) evidence.push('a heading about robots or humans');
  const isTitled = evidence.length > (isCaptcha ? 1 : 0);
  const speaks = robotWords.test(shown.text);
  if (speaks) evidence.push('words about robots or humans');
  evidence.push('little other text');
  if (isCaptcha) {
    const isBare = shown.text.length <= 200;
    return speaks || isTitled || isBare ? { kind: 'captcha', evidence } : undefined;
  }
  const isTiny = isShort(page, { text: 900, links: 12 });
  return isTitled && speaks && isTiny ? { kind: 'bot_check', evidence } : undefined;
};

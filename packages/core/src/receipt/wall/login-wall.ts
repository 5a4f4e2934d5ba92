import type { WallContext, WallTest } from './wall-test.ts';
import { isShort, typedFields, signInToSee, signInWords } from './wall-words.ts';

const providers =
  /(?:continue|sign in|log in|anmelden|weiter) (?:with|mit|using) (?:google|apple|facebook|microsoft|sso|github|email|e-mail|linkedin|x\b)/i;

/** A sign-in page instead of the requested one: a form for it, its words, and little else. */
export const loginWall: WallTest = (page, context) => {
  if (!isShort(page, { text: 2500, links: 40 }) || wasAskedFor(context)) return undefined;
  const { title, headings, buttons, shown } = page;
  const fields = typedFields(page);
  if (fields.some(({ type }) => type === 'textarea') || fields.length > 4) return undefined;
  const evidence: string[] = [];
  if (signInWords.test(title)) evidence.push('a title about signing in');
  if (signInWords.test(headings)) evidence.push('a heading about signing in');
  if (buttons.some((label) => signInWords.test(label))) evidence.push('a button for signing in');
  const passwords = fields.filter(({ type }) => type === 'password').length;
  const isTitled = signInWords.test(title) || signInWords.test(headings);
  if (passwords === 1 && evidence.length > 0 && (isTitled || shown.text.length <= 900)) {
    return { kind: 'login', evidence: ['a field for a password', ...evidence] };
  }
  const isSmall = isShort(page, { text: 1200, links: 20 });
  if (!isTitled || !isSmall || passwords > 0) return undefined;
  const [only] = fields;
  if (
    fields.length === 1 &&
    /email|e-mail|user|login|account|phone|tel|identifier/i.test(`${only?.type} ${only?.name}`)
  ) {
    return { kind: 'login', evidence: ['one field for a name or an address', ...evidence] };
  }
  if (fields.length === 0 && (providers.test(shown.text) || signInToSee.test(shown.text))) {
    return { kind: 'login', evidence: ['ways to sign in', ...evidence] };
  }
  return undefined;
};

/** Returns whether the request was for a sign-in page. */
function wasAskedFor({ requested, url }: WallContext): boolean {
  if (requested === undefined || !URL.canParse(requested) || !URL.canParse(url)) return false;
  const { pathname, hostname } = new URL(requested);
  const names =
    /(?:^|[/_.-])(?:log-?in|sign-?in|log-?on|sign-?on|sso|oauth2?|auth|session|sessions|account)(?:[/_.-]|$)/i;
  const isLogin =
    names.test(pathname) || /^(?:login|signin|auth|sso|accounts?|id)\./i.test(hostname);
  return isLogin && new URL(url).hostname === hostname && new URL(url).pathname === pathname;
}

/// <reference lib="dom" />
import { ownAttribute } from '@tintype/core/in-page';

/** Returns the name of the secret that a field takes; an empty text if it takes none. */
export function secretOf(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return '';
  const use = (ownAttribute(element, 'autocomplete') ?? '').toLowerCase();
  const names = `${ownAttribute(element, 'name') ?? ''} ${ownAttribute(element, 'id') ?? ''}`;
  if (
    /\bone-time-code\b/.test(use) ||
    /\b(?:t?otp|mfa|2fa)|one.?time|verif\w*.?code/i.test(names)
  ) {
    return 'code';
  }
  if (/\bcc-number\b/.test(use)) return 'card_number';
  if (/\bcc-csc\b/.test(use)) return 'card_code';
  const isPassword =
    element.type === 'password' ||
    /-password\b/.test(use) ||
    /pass.?word|passwd|passphrase|\bpwd\b/i.test(names);
  return isPassword ? 'password' : '';
}

/** Returns whether a text contains one of the values. Short ones occur by chance. */
export function containsAny(text: string, values: Iterable<string>): boolean {
  for (const value of values) if (value.length > 3 && text.includes(value)) return true;
  return false;
}

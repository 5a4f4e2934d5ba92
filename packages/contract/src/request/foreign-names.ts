/**
 * What browsers, mailings and advertisements append to addresses, and libraries so that no cache
 * answers.
 */
const marks: ReadonlySet<string> = new Set([
  '_',
  '_ga',
  '_gl',
  'dclid',
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'msclkid',
  'ttclid',
  'twclid',
  'wbraid',
  'yclid',
]);

/**
 * Whether a name in a query string is a mark of tracking, or one that keeps caches from answering:
 * no parameter, and no misspelt one.
 */
export function isTrackingName(name: string): boolean {
  return name.startsWith('utm_') || marks.has(name);
}

/**
 * Whether a name in a query string is left out: such a mark, or one of the caller's own, which
 * begin with `x_`.
 */
export function isForeignName(name: string): boolean {
  return name.startsWith('x_') || isTrackingName(name);
}

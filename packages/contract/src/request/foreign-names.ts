/**
 * Names that browsers, mailings and advertisements append to URLs, and that libraries add to bypass
 * caches.
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
 * Returns true for a name that trackers or cache busters add to a query string. It is neither a
 * parameter nor a misspelt one.
 */
export function isTrackingName(name: string): boolean {
  return name.startsWith('utm_') || marks.has(name);
}

/**
 * Returns true for names in a query string that are left out: those of trackers, and the caller's own,
 * which start with `x_`.
 */
export function isForeignName(name: string): boolean {
  return name.startsWith('x_') || isTrackingName(name);
}

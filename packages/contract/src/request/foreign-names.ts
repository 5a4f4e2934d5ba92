/** Names that browsers, mailings, advertisements and cache busters append to URLs. */
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

/** True for a name that trackers or cache busters add to a query string. */
export function isTrackingName(name: string): boolean {
  return name.startsWith('utm_') || marks.has(name);
}

/** True for names that are ignored: those of trackers, and the caller's own (`x_`). */
export function isForeignName(name: string): boolean {
  return name.startsWith('x_') || isTrackingName(name);
}

/**
 * The id of a device, from the name that puppeteer gives it: `Galaxy S9+ landscape` gives
 * `galaxy_s9plus_landscape`, `iPad (gen 7)` gives `ipad_gen_7`.
 */
export function deviceId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[()]/g, '')
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('_');
}

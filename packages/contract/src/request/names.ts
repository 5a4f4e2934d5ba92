import { parameterError } from '../read/refusal.ts';
import { nearest, squashed } from '../read/nearest.ts';

/** Parameters by their aliases. Their types are in `AliasInput`. */
export const aliases: Readonly<Record<string, string>> = { block_resources: 'block_ressources' };

/** Returns the name of the parameter for a name or an alias of it. */
export function ownName(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** Replaces aliases by parameters. @throws {RenderError} `invalid_parameter` if both are given. */
export function withOwnNames(input: object): object {
  const given = Object.keys(aliases).filter((alias) => Object.hasOwn(input, alias));
  if (given.length === 0) return input;
  for (const alias of given) {
    const name = ownName(alias);
    if (!isGiven(input, alias) || !isGiven(input, name)) continue;
    throw parameterError(name, `${name} must be given once; got it as ${alias} too.`);
  }
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [ownName(name), value]),
  );
}

function isGiven(input: object, name: string): boolean {
  const value = (input as Record<string, unknown>)[name];
  return value !== undefined && value !== null;
}

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

/** Parameters and flags of other tools, letters only, and the equivalents here, the best first. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  acceptinsecurecerts: ['ignore_https_errors'],
  auth: ['authorization'],
  annotate: ['highlight_selectors'],
  background: ['pdf_print_background', 'omit_background'],
  basicauth: ['authorization'],
  blockads: ['block_annoyance'],
  blur: ['blur_selectors'],
  browser: ['chrome_path'],
  click: ['click_selector'],
  colorscheme: ['dark_mode'],
  cookie: ['cookies'],
  css: ['inject_css'],
  dark: ['dark_mode'],
  darktheme: ['dark_mode'],
  device: ['viewport_device'],
  actions: ['steps'],
  dpr: ['device_scale_factor'],
  element: ['selector'],
  file: ['output'],
  full: ['full_page'],
  header: ['headers'],
  height: ['viewport_height'],
  hide: ['hide_selectors'],
  highlight: ['highlight_selectors'],
  ignore: ['ignore_selectors'],
  insecure: ['ignore_https_errors'],
  javascript: ['inject_js'],
  jobs: ['concurrency'],
  js: ['inject_js'],
  landscape: ['pdf_landscape'],
  margin: ['pdf_margin_top'],
  mask: ['mask_selectors'],
  media: ['media_type'],
  noheadless: ['chrome_path'],
  out: ['output'],
  paper: ['pdf_paper_format'],
  paperformat: ['pdf_paper_format'],
  parallel: ['concurrency'],
  printbackground: ['pdf_print_background'],
  quality: ['image_quality'],
  redact: ['mask_selectors'],
  retina: ['device_scale_factor'],
  recording: ['steps'],
  scale: ['device_scale_factor'],
  scalefactor: ['device_scale_factor'],
  script: ['inject_js'],
  sleep: ['delay'],
  storage: ['storage_state'],
  profile: ['session'],
  style: ['inject_css'],
  transparent: ['omit_background'],
  type: ['format'],
  ua: ['user_agent'],
  viewport: ['viewport_width'],
  wait: ['delay'],
  waitfor: ['wait_for_selector'],
  waitfortimeout: ['delay'],
  width: ['viewport_width'],
  workers: ['concurrency'],
  zoom: ['device_scale_factor'],
};

/** Returns the known name for a wrong one: a synonym, or else the nearest in letters. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  const key = squashed(name);
  const meant = Object.hasOwn(synonyms, key) ? (synonyms[key] ?? []) : [];
  const known = meant
    .map((one) => candidates.find((candidate) => squashed(candidate) === squashed(one)))
    .find((one) => one !== undefined);
  return known ?? nearest(name, candidates);
}

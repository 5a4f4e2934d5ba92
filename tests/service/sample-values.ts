import type { ParameterInfo } from '@tintype/contract';

/** A value of a parameter, and what has to go with it. */
export interface Sample {
  value: unknown;
  with?: Record<string, unknown>;
}

const clip = { clip_x: 1, clip_y: 2, clip_width: 30, clip_height: 20 };
const paper = { pdf_paper_width: '10cm', pdf_paper_height: '10cm' };
const place = { geolocation_latitude: 48.1, geolocation_longitude: 11.5 };

/** Values of free texts that the declaration does not describe, and of slow parameters. */
const particular: Record<string, Sample> = {
  selector: { value: 'h1' },
  front_matter: { value: true, with: { format: 'md' } },
  full_page_scroll: { value: true, with: { full_page: true, full_page_scroll_by_duration: 1 } },
  full_page_scroll_by_amount: { value: 300 },
  ...Object.fromEntries(Object.entries(clip).map(([name, value]) => [name, { value, with: clip }])),
  viewport_device: { value: 'iphone_15' },
  viewport_width: { value: 320 },
  viewport_height: { value: 200 },
  device_scale_factor: { value: 2 },
  image_width: { value: 64 },
  image_height: { value: 48 },
  hide_selectors: { value: ['p', '.none'] },
  ignore_selectors: { value: ['p'] },
  mask_selectors: { value: ['p'] },
  blur_selectors: { value: ['p'] },
  highlight_selectors: { value: ['h1 -- The title'] },
  click_selector: { value: 'h1' },
  steps: { value: '[{"type":"click","selectors":[["h1"]]}]' },
  secrets: { value: '{"word":"x"}' },
  inject_css: { value: 'h1 { color: red }' },
  inject_js: { value: 'document.title = "changed"' },
  wait_for_selector: { value: 'h1' },
  fail_on_status: { value: '404,500-599' },
  storage_state: {
    value: '{"cookies":[{"name":"a","value":"b","domain":"127.0.0.1"}]}',
  },
  session: { value: 'account-1' },
  wait_for_function: { value: '() => document.title !== ""' },
  delay: { value: 0.01 },
  timeout: { value: 20 },
  omit_background: { value: true, with: { format: 'webp' } },
  duration: { value: 0.5 },
  until: { value: 'h1' },
  from_time: { value: 0.1 },
  video_bitrate: { value: 500, with: { format: 'mp4' } },
  geolocation_latitude: { value: 48.1, with: place },
  geolocation_longitude: { value: 11.5, with: place },
  geolocation_accuracy: { value: 10, with: place },
  timezone: { value: 'Europe/Paris' },
  locale: { value: 'fr-CH' },
  scroll_to: { value: '10' },
  user_agent: { value: 'Mozilla/5.0 (Test)' },
  authorization: { value: 'dXNlcjpwYXNz' },
  cookies: { value: ['a=b', 'c=d'] },
  headers: { value: ['X-One: 1', 'X-Two: a, b'] },
  ip_location: { value: 'us' },
  attachment_name: { value: 'Größe 1' },
  cache_ttl: { value: 60, with: { cache: true } },
  pdf_paper_width: { value: '12cm', with: paper },
  pdf_paper_height: { value: '12cm', with: paper },
  pdf_margin_top: { value: '1cm' },
  pdf_margin_right: { value: '20px' },
  pdf_margin_bottom: { value: '0.5in' },
  pdf_margin_left: { value: '0' },
  pdf_page_ranges: { value: '1' },
  pdf_header_html: { value: '<i>head</i>', with: { pdf_margin_top: '2cm' } },
  pdf_footer_html: { value: '<i>foot</i>', with: { pdf_margin_bottom: '2cm' } },
};

/**
 * An allowed value that is not the default, if there is one. Throws for a free text without an
 * example.
 */
export function goodSample(info: ParameterInfo): Sample {
  const own = Object.hasOwn(particular, info.name) ? particular[info.name] : undefined;
  if (own !== undefined) return own;
  const { type, values, minimum = 0, maximum, default: usual } = info;
  if (type === 'boolean') return { value: usual !== true };
  if (values !== undefined) {
    const other =
      values.findLast((value) => value !== usual && value !== 'document') ?? String(usual);
    return { value: type === 'list' ? [other] : other };
  }
  if (type === 'integer' || type === 'number') {
    return { value: maximum === undefined ? minimum + 2 : Math.ceil((minimum + maximum) / 2) };
  }
  throw new Error(`sample-values.ts has no value for ${info.name}.`);
}

/** Values that are refused, as JSON and in a query string. Empty where every text is allowed. */
export function badValues(info: ParameterInfo): { json: unknown[]; text: string[] } {
  const { name, type, values, minimum, exclusiveMinimum, maximum, maxLength } = info;
  if (type === 'boolean') return { json: ['yes', 1, []], text: ['yes', '2'] };
  if (type === 'integer' || type === 'number') {
    const outside = [
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(type === 'integer' ? [1.5] : []),
    ];
    return { json: [...outside, '1x', true], text: [...outside.map(String), 'x', '0x10', 'NaN'] };
  }
  if (values !== undefined) {
    return { json: ['nonsense', 1, ['nonsense']], text: ['nonsense'] };
  }
  const tooLong = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  const sendable = tooLong.filter((text) => text.length < 20_000);
  if (name === 'url' || name === 'base_url' || name === 'webhook_url') {
    return { json: ['ftp://a/', 'x', 1], text: ['ftp://a/', 'javascript:alert(1)', '/path'] };
  }
  if (name === 'secrets') return { json: [1, true, { a: 1 }, ...tooLong], text: sendable };
  if (name === 'scroll_to') return { json: [-1, 1.5, true], text: sendable };
  const isLength = /^pdf_(?:margin|paper_(?:width|height))/.test(name);
  if (isLength) return { json: ['1 apple', true, -1], text: ['1 apple', '-1'] };
  return type === 'list'
    ? { json: [1, [1], [tooLong[0]]], text: sendable }
    : { json: [1, true, {}, ...tooLong], text: sendable };
}

import { describeValue } from '../read/wrong-value.ts';
import { findDevice, nearestDeviceId } from '../devices/devices.ts';
import type { clipParameters } from '../parameters/clip.ts';
import { rule, type Rule } from './rule.ts';
import { canonicalLocale, isTimeZone } from '../values/locale.ts';
import { statusRanges } from '../values/status-ranges.ts';

/** Requires the size of a clip; the corner is optional. */
export const clipHasSize: Rule<{ [K in keyof typeof clipParameters]?: number | undefined }> = rule(
  'clip_has_size',
  ['clip_width', 'clip_height', 'clip_x', 'clip_y'],
  ({ clip_x, clip_y, clip_width, clip_height }) => {
    const given = Object.entries({ clip_x, clip_y, clip_width, clip_height })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    if (given.length === 0 || (clip_width !== undefined && clip_height !== undefined)) {
      return undefined;
    }
    return `clip_width and clip_height are both needed for a clip; got only ${given.join(' and ')}.`;
  },
);

export const stateRules: readonly Rule[] = [
  rule('device_exists', 'viewport_device', ({ viewport_device: id }) => {
    if (id === undefined || findDevice(id) !== undefined) return undefined;
    const near = nearestDeviceId(id);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return `viewport_device must be the id or the name of a device, for example iphone_15; got ${describeValue(id)}.${hint}`;
  }),
  /** `none` means that nothing is blocked, so it excludes other values. */
  rule('none_stands_alone', 'block_annoyance', ({ block_annoyance: list = [] }) =>
    list.includes('none') && list.some((value) => value !== 'none')
      ? 'block_annoyance cannot be none and something else at once: leave one of them out.'
      : undefined,
  ),
  /** Rejects blank selectors, which are not valid CSS. */
  listIsWritten('hide_selectors'),
  isWritten('click_selector'),
  isWritten('wait_for_selector'),
  isWritten('wait_for_function', 'a JavaScript expression'),
  isWritten('scroll_to', 'a CSS selector or a distance in px'),
  rule('statuses_are_ranges', 'fail_on_status', ({ fail_on_status: text }) => {
    const problem = text === undefined ? [] : statusRanges(text);
    return typeof problem === 'string'
      ? `fail_on_status must be statuses and ranges of them, for example 404,500-599; got ${describeValue(text)}, of which ${problem}.`
      : undefined;
  }),
  rule('timeout_is_allowed', 'timeout', ({ timeout }, { maxTimeoutS = Infinity }) =>
    timeout === undefined || timeout <= maxTimeoutS
      ? undefined
      : `timeout must be at most ${maxTimeoutS} (s) here; got ${timeout}. The operator sets that limit: max_timeout.`,
  ),
  rule(
    'position_is_complete',
    ['geolocation_latitude', 'geolocation_longitude'],
    ({ geolocation_latitude: latitude, geolocation_longitude: longitude }) => {
      if ((latitude === undefined) === (longitude === undefined)) return undefined;
      const given = latitude === undefined ? 'geolocation_longitude' : 'geolocation_latitude';
      return `geolocation_latitude and geolocation_longitude must be given together; got only ${given}.`;
    },
  ),
  rule('time_zone_exists', 'timezone', ({ timezone }) =>
    timezone === undefined || isTimeZone(timezone)
      ? undefined
      : `timezone must be a name from the IANA time zone database, for example Europe/Paris; got ${describeValue(timezone)}.`,
  ),
  rule('locale_exists', 'locale', ({ locale }) =>
    locale === undefined || canonicalLocale(locale) !== undefined
      ? undefined
      : `locale must be a language tag, for example fr or fr-CH; got ${describeValue(locale)}.`,
  ),
];

export const selectorIsWritten = isWritten('selector');

/** Rejects blank selectors of marked elements, also before a caption. */
export const marksAreWritten = [
  listIsWritten('mask_selectors'),
  listIsWritten('blur_selectors'),
  listIsWritten('highlight_selectors'),
];

export const ignoredAreWritten = listIsWritten('ignore_selectors');

/** True also for an item that has only a caption: `-- text`. */
export const isBlankSelector = (text: string): boolean => /^\s*(?:--(?:\s|$)|$)/.test(text);

function listIsWritten<
  Name extends
    | 'hide_selectors'
    | 'mask_selectors'
    | 'blur_selectors'
    | 'highlight_selectors'
    | 'ignore_selectors',
>(name: Name): Rule<{ [K in Name]?: readonly string[] | undefined }> {
  return rule(
    `${name}_are_written`,
    name,
    (values: { [K in Name]?: readonly string[] | undefined }) =>
      values[name]?.some(isBlankSelector)
        ? `${name} must hold CSS selectors; got one that is blank.`
        : undefined,
  );
}

function isWritten<
  Name extends
    | 'click_selector'
    | 'wait_for_selector'
    | 'selector'
    | 'wait_for_function'
    | 'scroll_to',
>(name: Name, what = 'a CSS selector'): Rule<{ [K in Name]?: string | undefined }> {
  return rule(`${name}_is_written`, name, (values: { [K in Name]?: string | undefined }) =>
    values[name]?.trim() === '' ? `${name} must be ${what}; got a blank one.` : undefined,
  );
}

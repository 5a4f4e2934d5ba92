import { describeValue } from '../read/wrong-value.ts';
import { findDevice, nearestDeviceId } from '../devices/devices.ts';
import type { clipParameters } from '../parameters/clip.ts';
import type { Rule } from './rule.ts';
import { canonicalLocale, isTimeZone } from '../values/locale.ts';
import { statusRanges } from '../values/status-ranges.ts';

/** Requires the size of a clip; the corner is optional. */
export const clipHasSize: Rule<{ [K in keyof typeof clipParameters]?: number | undefined }> = {
  id: 'clip_has_size',
  parameter: ['clip_width', 'clip_height', 'clip_x', 'clip_y'],
  check({ clip_x, clip_y, clip_width, clip_height }) {
    const given = Object.entries({ clip_x, clip_y, clip_width, clip_height })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    if (given.length === 0 || (clip_width !== undefined && clip_height !== undefined)) {
      return undefined;
    }
    return `clip_width and clip_height are both needed for a clip; got only ${given.join(' and ')}.`;
  },
};

export const stateRules: readonly Rule[] = [
  {
    id: 'device_exists',
    parameter: 'viewport_device',
    check({ viewport_device: id }) {
      if (id === undefined || findDevice(id) !== undefined) return undefined;
      const near = nearestDeviceId(id);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return `viewport_device must be the id or the name of a device, for example iphone_15; got ${describeValue(id)}.${hint}`;
    },
  },
  /** `none` means that nothing is blocked, so it excludes other values. */
  {
    id: 'none_stands_alone',
    parameter: 'block_annoyance',
    check: ({ block_annoyance: list = [] }) =>
      list.includes('none') && list.some((value) => value !== 'none')
        ? 'block_annoyance cannot be none and something else at once: leave one of them out.'
        : undefined,
  },
  /** Rejects blank selectors, which are not valid CSS. */
  {
    id: 'selectors_are_written',
    parameter: 'hide_selectors',
    check: ({ hide_selectors: list = [] }) =>
      list.some((selector) => selector.trim() === '')
        ? 'hide_selectors must hold CSS selectors; got one that is blank.'
        : undefined,
  },
  isWritten('click_selector'),
  isWritten('wait_for_selector'),
  isWritten('wait_for_function', 'a JavaScript expression'),
  isWritten('scroll_to', 'a CSS selector or a distance in px'),
  {
    id: 'statuses_are_ranges',
    parameter: 'fail_on_status',
    check({ fail_on_status: text }) {
      const problem = text === undefined ? [] : statusRanges(text);
      return typeof problem === 'string'
        ? `fail_on_status must be statuses and ranges of them, for example 404,500-599; got ${describeValue(text)}, of which ${problem}.`
        : undefined;
    },
  },
  {
    id: 'timeout_is_allowed',
    parameter: 'timeout',
    check: ({ timeout }, { maxTimeoutS = Infinity }) =>
      timeout === undefined || timeout <= maxTimeoutS
        ? undefined
        : `timeout must be at most ${maxTimeoutS} (s) here; got ${timeout}. The operator sets that limit: max_timeout.`,
  },
  {
    id: 'position_is_complete',
    parameter: ['geolocation_latitude', 'geolocation_longitude'],
    check({ geolocation_latitude: latitude, geolocation_longitude: longitude }) {
      if ((latitude === undefined) === (longitude === undefined)) return undefined;
      const given = latitude === undefined ? 'geolocation_longitude' : 'geolocation_latitude';
      return `geolocation_latitude and geolocation_longitude must be given together; got only ${given}.`;
    },
  },
  {
    id: 'time_zone_exists',
    parameter: 'timezone',
    check: ({ timezone }) =>
      timezone === undefined || isTimeZone(timezone)
        ? undefined
        : `timezone must be a name from the IANA time zone database, for example Europe/Paris; got ${describeValue(timezone)}.`,
  },
  {
    id: 'locale_exists',
    parameter: 'locale',
    check: ({ locale }) =>
      locale === undefined || canonicalLocale(locale) !== undefined
        ? undefined
        : `locale must be a language tag, for example fr or fr-CH; got ${describeValue(locale)}.`,
  },
];

export const selectorIsWritten = isWritten('selector');

function isWritten<
  Name extends
    | 'click_selector'
    | 'wait_for_selector'
    | 'selector'
    | 'wait_for_function'
    | 'scroll_to',
>(name: Name, what = 'a CSS selector'): Rule<{ [K in Name]?: string | undefined }> {
  return {
    id: `${name}_is_written`,
    parameter: name,
    check: (values: { [K in Name]?: string | undefined }) =>
      values[name]?.trim() === '' ? `${name} must be ${what}; got a blank one.` : undefined,
  };
}

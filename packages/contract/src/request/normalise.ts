import { findDevice } from '../devices/devices.ts';
import { basicCredentials } from '../values/basic-credentials.ts';
import { readCookie, writeCookie } from '../values/cookies.ts';
import { headerPair } from '../values/pairs.ts';
import { viewportDefaults } from '../parameters/viewport.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { PageValues } from '../parameters/page-parameters.ts';
import { parameterNames } from './request-schemas.ts';
import type { RenderRequest } from './requests.ts';
import { canonicalLocale, canonicalZone } from '../values/locale.ts';
import { storageState } from '../values/storage-state.ts';
import { statusRanges, writeStatusRanges } from '../values/status-ranges.ts';

/** Normalises validated values, so that equivalent requests are equal JSON. */
export function normalise(kind: KindDefinition, values: Record<string, unknown>): RenderRequest {
  const normal: PageValues = { ...values };
  if (normal.url !== undefined) normal.url = new URL(normal.url).href;
  if (normal.base_url !== undefined) normal.base_url = new URL(normal.base_url).href;
  if (normal.viewport_device !== undefined) {
    normal.viewport_device = findDevice(normal.viewport_device)?.id ?? normal.viewport_device;
  } else {
    normal.viewport_width ??= viewportDefaults.width;
    normal.viewport_height ??= viewportDefaults.height;
  }
  if (normal.locale !== undefined) {
    normal.locale = canonicalLocale(normal.locale) ?? normal.locale;
  }
  if (normal.timezone !== undefined) normal.timezone = canonicalZone(normal.timezone);
  if (normal.authorization !== undefined) {
    normal.authorization = basicCredentials(normal.authorization) ?? normal.authorization;
  }
  normal.cookies = normal.cookies?.map((text) => {
    const cookie = readCookie(text);
    return cookie === undefined ? text : writeCookie(cookie);
  });
  normal.headers = normal.headers?.map((text) => {
    const pair = headerPair(text);
    return pair === undefined ? text : `${pair.name}: ${pair.value}`;
  });
  if (normal.fail_on_status !== undefined) {
    const ranges = statusRanges(normal.fail_on_status);
    if (typeof ranges !== 'string') normal.fail_on_status = writeStatusRanges(ranges);
  }
  if (normal.storage_state !== undefined) {
    normal.storage_state = JSON.stringify(storageState(normal.storage_state));
  }
  kind.normalise(normal);
  return { kind: kind.name, ...inOrder(kind, normal) } as RenderRequest;
}

/** Sorts parameters in the order of their declaration; an empty list equals an absent one. */
function inOrder(kind: KindDefinition, values: Record<string, unknown>): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const name of parameterNames(kind)) {
    const value = values[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    // JSON has no negative zero.
    ordered[name] = value === 0 ? 0 : value;
  }
  return ordered;
}

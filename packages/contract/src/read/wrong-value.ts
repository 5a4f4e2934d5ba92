import { nearest } from './nearest.ts';

/** Further parts of a message about a wrong value. */
export interface WrongValueOptions {
  /** The value is not repeated. */
  secret?: boolean | undefined;
  /** The values that are allowed: the nearest one is named. */
  values?: readonly string[] | undefined;
  /** The place of the value in a list, from 1. */
  position?: number | undefined;
  /** Why the value is not what is expected, where that does not show. */
  reason?: string | undefined;
}

/**
 * The sentence about a wrong value, the same wherever a value is read.
 *
 * @example
 * wrongValue('port', 'an integer from 0 to 65535', 'x'); // 'port must be an integer from 0 to
 * 65535; got "x".'
 */
export function wrongValue(
  name: string,
  expected: string,
  value: unknown,
  { secret, values = [], position, reason }: WrongValueOptions = {},
): string {
  const item = position === undefined ? '' : ` as item ${position}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  const near = typeof value === 'string' ? nearest(value, values) : undefined;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${name} must be ${expected}; got ${describeValue(value, secret)}${item}${why}.${hint}`;
}

/** The sentence about a value that is not there. */
export function missingValue(name: string, expected: string, dependent?: string): string {
  return `${name} is required${dependent === undefined ? '' : ` for ${dependent}`}: ${expected}.`;
}

/**
 * The message for an unknown name.
 *
 * @param near The nearest known name.
 * @param otherwise A sentence that helps if there is no such name.
 */
export function unknownName(
  what: string,
  name: string,
  near: string | undefined,
  otherwise: string,
): string {
  const shown = /^[\w.-]{1,128}$/.test(name) ? name : describeValue(name);
  return `Unknown ${what} ${shown}. ${near === undefined ? otherwise : `Did you mean ${near}?`}`;
}

/** Maximum length of a value in a message. */
const maxShown = 80;

/** A value as a message shows it: on one line, cut, and not at all when it is secret. */
export function describeValue(value: unknown, secret = false): string {
  if (secret) return `a ${typeName(value)} (not shown, it may be secret)`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && value.length > maxShown) {
    return `${JSON.stringify(value.slice(0, maxShown))}... (${value.length} characters)`;
  }
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value) ?? typeName(value);
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : typeof value;
}

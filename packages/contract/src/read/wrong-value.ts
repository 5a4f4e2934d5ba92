import { nearest } from './nearest.ts';

/** Options of {@link wrongValue}. */
export interface WrongValueOptions {
  /** True if the message must not contain the value. */
  secret?: boolean | undefined;
  /** Allowed values: the message suggests the nearest one. */
  values?: readonly string[] | undefined;
  /** Position of the value in a list, from 1. */
  position?: number | undefined;
  /** Reason, if it is not obvious. */
  reason?: string | undefined;
}

/** Returns `port must be an integer from 0 to 65535; got "x".` */
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

/** Returns the message for an unknown name, with the nearest known one, or else `otherwise`. */
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

/** Returns a value for a message: on one line, truncated, and hidden if it is secret. */
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

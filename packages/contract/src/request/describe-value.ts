import type { ParameterInfo } from '../project/parameter-list.ts';

/** How much of a value a message repeats. */
const maxShown = 80;

/** A value as a message shows it: on one line, cut, and not at all when it is secret. */
export function describeValue(value: unknown, secret = false): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (secret) return `a ${typeName(value)} (not shown, it may be secret)`;
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

/** What a parameter takes, in words: `an integer from 1 to 100`. */
export function describeExpected(info: ParameterInfo): string {
  if (info.expected !== undefined) return info.expected;
  const values = info.values?.join(', ');
  switch (info.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `an integer${range(info)}`;
    case 'number':
      return `a number${range(info)}`;
    case 'string':
      return values === undefined ? `a string${length(info)}` : `one of ${values}`;
    case 'list':
      if (values === undefined) return `a list of strings${length(info)}`;
      return info.acceptsOne ? `one or several of ${values}` : `a list with any of ${values}`;
  }
}

function range({ minimum, exclusiveMinimum, maximum, unit }: ParameterInfo): string {
  const suffix = unit === undefined ? '' : ` (${unit})`;
  if (exclusiveMinimum !== undefined) {
    const upper = maximum === undefined ? '' : ` and at most ${maximum}`;
    return ` above ${exclusiveMinimum}${upper}${suffix}`;
  }
  if (minimum !== undefined && maximum !== undefined)
    return ` from ${minimum} to ${maximum}${suffix}`;
  if (minimum !== undefined) return ` of at least ${minimum}${suffix}`;
  return `${maximum === undefined ? '' : ` of at most ${maximum}`}${suffix}`;
}

function length({ minLength = 0, maxLength, type }: ParameterInfo): string {
  const each = type === 'list' ? ', each' : '';
  if (maxLength !== undefined) return `${each} of ${minLength} to ${maxLength} characters`;
  return minLength === 0 ? '' : `${each} of at least ${minLength} character`;
}

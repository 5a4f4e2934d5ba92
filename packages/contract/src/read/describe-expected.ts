import type { ValueInfo } from './value-info.ts';

/** Describes the expected value: `an integer from 1 to 100`. */
export function describeExpected(info: ValueInfo): string {
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
    case 'object':
      return info.keys === undefined
        ? 'an object'
        : `an object with any of ${info.keys.join(', ')}`;
  }
}

function range({ minimum, exclusiveMinimum, maximum, unit }: ValueInfo): string {
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

function length({ minLength = 0, maxLength, type }: ValueInfo): string {
  const each = type === 'list' ? ', each' : '';
  if (maxLength !== undefined) return `${each} of ${minLength} to ${maxLength} characters`;
  return minLength === 0 ? '' : `${each} of at least ${minLength} character`;
}

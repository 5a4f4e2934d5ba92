import { RenderError } from '@tintype/contract/errors';
import { nearest } from '@tintype/contract/nearest';

/** Bounds of what an operator can set. */
export const accountLimits = {
  /** Characters. */
  name: { min: 1, max: 100 },
  ratePerMinute: { min: 1, max: 1_000_000 },
  /** 0 lets nothing through. */
  quotaPerMonth: { min: 0, max: 1_000_000_000_000 },
  concurrency: { min: 1, max: 10_000 },
  waiting: { min: 0, max: 10_000_000 },
  /** 0 keeps nothing. */
  storedBytes: { min: 0, max: 2 ** 50 },
  /** How long keys that were rotated are good beside the new ones: 30 days at most. */
  overlapMs: { min: 0, max: 30 * 24 * 60 * 60_000 },
  maxTasks: { min: 0, max: 100_000 },
} as const;

/** An error about one value: what was expected, and what came. */
export function wrongValue(name: string, expected: string, value: unknown): RenderError {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : kindOf(value);
  const message = `${expected} was expected; ${text} came.`;
  return new RenderError('invalid_parameter', `${name}: ${message}`, {
    details: [{ parameter: name, message }],
  });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** @throws RenderError `invalid_parameter` */
export function checkInteger(
  name: string,
  value: unknown,
  { min, max }: { min: number; max: number },
): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) {
    return value as number;
  }
  throw wrongValue(name, `an integer from ${min} to ${max}`, value);
}

/** @throws RenderError `invalid_parameter`, naming the nearest choice */
export function checkChoice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const near = typeof value === 'string' ? nearest(value, choices) : undefined;
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw wrongValue(name, `one of ${choices.join(', ')}${hint}`, value);
}

/** @throws RenderError `invalid_parameter` */
export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw wrongValue(name, 'true or false', value);
}

/** A name that fits on one line of a terminal. @throws RenderError `invalid_parameter` */
export function checkName(name: string, value: unknown): string {
  const { min, max } = accountLimits.name;
  const isFine =
    typeof value === 'string' &&
    value.length >= min &&
    value.length <= max &&
    value.trim() === value &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  if (isFine) return value;
  throw wrongValue(name, `${min} to ${max} characters on one line, no space at the ends`, value);
}

import { checked, expecting } from '@tintype/contract/read';
import * as z from 'zod/mini';
import { planNames } from './plan-names.ts';

const isOneLine = (text: string) => text.trim() === text && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** Settings of an account that an operator can change, each with its bounds. */
export const accountFields = {
  name: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(100),
      z.refine(isOneLine),
      expecting('1 to 100 characters on one line, no space at the ends'),
    ),
  plan: z.enum(planNames),
  status: z.enum(['active', 'unpaid']),
  signatureRequired: z.boolean(),
  signatureVersion: z.int().check(z.minimum(1), z.maximum(2)),
  ratePerMinute: integer(1, 1_000_000),
  /** 0 lets nothing through. */
  quotaPerMonth: integer(0, 1_000_000_000_000),
  accessKey: secret('16 to 24 characters of A-Z, a-z, 0-9, _ and -', /^[A-Za-z0-9_-]{16,24}$/),
  secretKey: secret('16 to 128 printable ASCII characters without spaces', /^[!-~]{16,128}$/),
  /** Time for which rotated keys stay valid beside the new ones: 30 days at most. */
  overlapMs: integer(0, 30 * 24 * 60 * 60_000),
} as const;

/** A whole number within bounds, both allowed. */
export function integer(minimum: number, maximum: number) {
  return z.int().check(z.minimum(minimum), z.maximum(maximum));
}

function secret(expected: string, form: RegExp) {
  const find = (text: string) => (form.test(text) ? undefined : `its length is ${text.length}`);
  return z.string().check(checked<string>(find), expecting(expected, { secret: true }));
}

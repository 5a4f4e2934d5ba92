import * as z from 'zod/mini';
import { about, count, optional, seconds, text } from './values.ts';

export const dayUsage = z.object({
  day: text('UTC, for example 2026-11-21.', { format: 'date' }),
  used: count,
});

/** The renders of one day. */
export interface DayUsage extends z.infer<typeof dayUsage> {}

export const days = z
  .array<z.ZodMiniType<DayUsage>>(dayUsage)
  .check(about('If `days` requested them: newest first, without days that had none.'));

export const usage = z.object({
  hits: z
    .object({ quota: count, used: count, remaining: count })
    .check(about('Successful renders of this calendar month (UTC).')),
  concurrency: z
    .object({ limit: count, remaining: count, reset: seconds('When the next minute starts.') })
    .check(about('Requests of this minute.')),
  days: optional(days),
});

/** Remaining limits of an account. */
export interface UsageState extends z.infer<typeof usage> {}

const viewport = z.object({
  width: z.int(),
  height: z.int(),
  deviceScaleFactor: z.number(),
  isMobile: z.boolean(),
  hasTouch: z.boolean(),
  isLandscape: z.boolean(),
});

export const device = z.object({
  id: text('A value of `viewport_device`, for example `iphone_15`.'),
  name: text('For example `iPhone 15`.'),
  userAgent: z.string(),
  viewport: viewport.check(about('Sizes in CSS pixels.')),
});

/** A device that can be emulated. */
export interface Device extends Readonly<z.infer<typeof device>> {}

/** Frequencies of a scheduled task. */
export const frequencies = [
  'every_minute',
  'every_hour',
  'every_day',
  'every_month',
  'custom',
] as const;

/** One of {@link frequencies}. */
export type Frequency = (typeof frequencies)[number];

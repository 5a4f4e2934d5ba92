/** How often a scheduled task can run. */
export const frequencies = [
  'every_minute',
  'every_hour',
  'every_day',
  'every_month',
  'custom',
] as const;

/** One of {@link frequencies}. */
export type Frequency = (typeof frequencies)[number];

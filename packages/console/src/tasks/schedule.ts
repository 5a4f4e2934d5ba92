/** Rhythms of a task in words; `crontab` is any other schedule. */
export const rhythms = {
  minutes: 'every few minutes',
  hour: 'every hour',
  day: 'every day',
  week: 'on days of the week',
  month: 'every month',
  crontab: 'custom (crontab)',
} as const;

export interface Schedule {
  rhythm: keyof typeof rhythms;
  /** Minutes between runs, of `minutes`. */
  step: number;
  minute: number;
  hour: number;
  /** Days of the week, 0 for Sunday. */
  weekdays: readonly number[];
  /** Day of the month. */
  day: number;
}

/** Weekdays in the order of a form. */
export const weekdays: readonly (readonly [number, string])[] = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
];

export const steps: readonly number[] = [1, 5, 10, 15, 20, 30];

const usual: Schedule = {
  rhythm: 'day',
  step: 15,
  minute: 0,
  hour: 9,
  weekdays: [1, 2, 3, 4, 5],
  day: 1,
};

/** Reads a crontab. One that cannot be chosen in the form has the rhythm `crontab`. */
export function readSchedule(crontab: string): Schedule {
  const [minutes = '', hours = '', days = '', months = '', week = ''] = crontab.trim().split(/\s+/);
  const [minute, hour, day] = [numberOf(minutes, 59), numberOf(hours, 23), numberOf(days, 31)];
  const chosen = weekdaysOf(week);
  const step = minutes === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minutes)?.[1]);
  const other: Schedule = { ...usual, rhythm: 'crontab' };
  if (months !== '*' || crontab.trim().split(/\s+/).length !== 5) return other;
  if (hours === '*' && days === '*' && week === '*') {
    if (steps.includes(step)) return { ...usual, rhythm: 'minutes', step };
    return minute === undefined ? other : { ...usual, rhythm: 'hour', minute };
  }
  if (minute === undefined || hour === undefined) return other;
  const time = { ...usual, minute, hour };
  if (days === '*' && week === '*') return { ...time, rhythm: 'day' };
  if (days === '*' && chosen) return { ...time, rhythm: 'week', weekdays: chosen };
  if (week === '*' && day) return { ...time, rhythm: 'month', day };
  return other;
}

/** Returns the crontab of a schedule; undefined for the rhythm `crontab`. */
export function toCrontab(schedule: Schedule): string | undefined {
  const { rhythm, step, minute, hour, weekdays: chosen, day } = schedule;
  const time = `${minute} ${hour}`;
  const sorted = chosen.toSorted((one, other) => one - other).join();
  return {
    minutes: step === 1 ? '* * * * *' : `*/${step} * * * *`,
    hour: `${minute} * * * *`,
    day: `${time} * * *`,
    week: `${time} * * ${sorted}`,
    month: `${time} ${day} * *`,
    crontab: undefined,
  }[rhythm];
}

/** Returns a crontab in words, such as `every day at 09:00`; others as they are. */
export function scheduleWords(crontab: string): string {
  const schedule = readSchedule(crontab);
  const { rhythm, step, minute, weekdays: chosen, day } = schedule;
  const at = `at ${timeOf(schedule)}`;
  const days = weekdays.filter(([value]) => chosen.includes(value)).map(([, name]) => name);
  return {
    minutes: step === 1 ? 'every minute' : `every ${step} minutes`,
    hour: `every hour at :${twoDigits(minute)}`,
    day: `every day ${at}`,
    week: `${isWorkWeek(chosen) ? 'Monday to Friday' : days.join(', ')} ${at}`,
    month: `on day ${day} of each month ${at}`,
    crontab,
  }[rhythm];
}

/** Returns the time of day as `09:00`. */
export function timeOf({ hour, minute }: Pick<Schedule, 'hour' | 'minute'>): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function isWorkWeek(chosen: readonly number[]): boolean {
  return chosen.length === 5 && [1, 2, 3, 4, 5].every((day) => chosen.includes(day));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function numberOf(text: string, max: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/** Returns the days of a list such as `1-5` or `0,6`; undefined for other forms. */
function weekdaysOf(text: string): number[] | undefined {
  const days = text.split(',').flatMap((part) => {
    const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    return first <= last ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [NaN];
  });
  return days.some(Number.isNaN) ? undefined : [...new Set(days.map((day) => day % 7))];
}

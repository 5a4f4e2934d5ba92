/** One field of a crontab, checked. */
export interface CrontabField {
  /** As typed. */
  text: string;
  /** True if it has a `*`: such a field restricts no day by itself, see crontab(5). */
  hasStar: boolean;
  /** Every value that it allows. */
  values: ReadonlySet<number>;
}

/** A crontab that can run. */
export interface Crontab {
  minute: CrontabField;
  hour: CrontabField;
  dayOfMonth: CrontabField;
  month: CrontabField;
  /** Sunday is 0. */
  dayOfWeek: CrontabField;
}

interface Bounds {
  key: keyof Crontab;
  name: string;
  min: number;
  max: number;
}

const bounds: readonly Bounds[] = [
  { key: 'minute', name: 'minute', min: 0, max: 59 },
  { key: 'hour', name: 'hour', min: 0, max: 23 },
  { key: 'dayOfMonth', name: 'day of month', min: 1, max: 31 },
  { key: 'month', name: 'month', min: 1, max: 12 },
  { key: 'dayOfWeek', name: 'day of week', min: 0, max: 7 },
];

/** The five fields with every value written out have 341 characters. */
const maxLength = 400;

/** Days of the months, in a leap year. */
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses a crontab of five fields: numbers, `*`, `,`, `-` and `/`.
 * @throws TypeError with the field, the expected and the received value
 */
export function parseCrontab(text: string): Crontab {
  if (text.length > maxLength) {
    throw new TypeError(`must have at most ${maxLength} characters; got ${text.length}.`);
  }
  const fields = text.trim().split(/[ \t]+/);
  if (text.trim() === '' || fields.length !== bounds.length) {
    const count = text.trim() === '' ? 0 : fields.length;
    throw new TypeError(
      `must have five fields: minute, hour, day of month, month, day of week; got ${count}.`,
    );
  }
  const parsed = Object.fromEntries(
    bounds.map((field, at) => [field.key, parseField(fields[at] ?? '', field)]),
  ) as Record<keyof Crontab, CrontabField>;
  if (!canRun(parsed)) {
    throw new TypeError(`never runs: no such month has a day ${parsed.dayOfMonth.text}.`);
  }
  return parsed;
}

/** Returns the problem of a crontab: `never runs: no such month has a day 31.` */
export function checkCrontab(text: string): string | undefined {
  try {
    parseCrontab(text);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function parseField(text: string, field: Bounds): CrontabField {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    for (const value of parseItem(item, field)) {
      values.add(field.key === 'dayOfWeek' && value === 7 ? 0 : value);
    }
  }
  return { text, hasStar: text.includes('*'), values };
}

function parseItem(item: string, { name, min, max }: Bounds): number[] {
  const wanted = `${name} must be *, or numbers from ${min} to ${max} as in 5, 1-4, 1,3 or */2`;
  const parts = /^(?:\*|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:\/([0-9]{1,2}))?$/.exec(item);
  if (parts === null) throw new TypeError(`${wanted}; got ${shown(item)}.`);
  const [, first, last, step] = parts;
  if (first !== undefined && last === undefined && step !== undefined) {
    throw new TypeError(
      `${name}: a step needs a range; write ${first}-${max}/${step} instead of ${item}.`,
    );
  }
  const from = first === undefined ? min : Number(first);
  const to = first === undefined ? max : Number(last ?? first);
  if (from < min || to > max || from > to) throw new TypeError(`${wanted}; got ${shown(item)}.`);
  const stride = step === undefined ? 1 : Number(step);
  if (stride < 1 || stride > max) {
    throw new TypeError(`${name}: a step must be from 1 to ${max}; got ${stride}.`);
  }
  const count = Math.floor((to - from) / stride) + 1;
  return Array.from({ length: count }, (_, at) => from + at * stride);
}

function shown(item: string): string {
  return JSON.stringify(item.length > 20 ? `${item.slice(0, 20)}...` : item);
}

/** Days of the week come in every month; what can be missing is a day of the month. */
function canRun({ dayOfMonth, month, dayOfWeek }: Crontab): boolean {
  if (!dayOfMonth.hasStar && !dayOfWeek.hasStar) return true;
  const firstDay = Math.min(...dayOfMonth.values);
  return [...month.values].some((at) => firstDay <= (monthDays[at - 1] ?? 0));
}

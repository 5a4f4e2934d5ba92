/** A day that a text shows. */
export interface ShownDate {
  /** As ISO writes it, without a time. */
  date: string;
  /** True if the text states that it is the date of a change. */
  isUpdate: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';

/** Only what can be read in one way: `03/04/2026` is two dates. */
const patterns: readonly [
  pattern: RegExp,
  order: readonly [year: number, month: number, day: number],
][] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/, [1, 2, 3]],
  [new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'), [3, 1, 2]],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? ${month},? (\\d{4})\\b`, 'i'), [3, 2, 1]],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, [3, 2, 1]],
  [/(\d{4})年(\d{1,2})月(\d{1,2})日/, [1, 2, 3]],
];

/** The first day that a short text names. */
export function readShownDate(text: string): ShownDate | undefined {
  const found = patterns
    .flatMap(([pattern, order]) => {
      const match = pattern.exec(text);
      const date = match ? dateOf(order.map((group) => match[group] ?? '')) : undefined;
      return match && date ? [{ date, at: match.index }] : [];
    })
    .toSorted((a, b) => a.at - b.at)[0];
  if (!found) return undefined;
  const said = text.slice(Math.max(0, found.at - 30), found.at);
  return {
    date: found.date,
    isUpdate: /updated|modified|edited|reviewed|joined|registered/i.test(said),
  };
}

function dateOf([year = '', monthName = '', day = '']: readonly string[]): string | undefined {
  const named = months.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
  const date = `${year}-${String(named || monthName).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isReal = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  return isReal && Number(year) > 1980 && Number(year) < 2100 ? date : undefined;
}

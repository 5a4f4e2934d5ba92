import { readShownDate } from './shown-date.ts';

const iso =
  /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,3})\d*)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?/i;
const zone = /(?:\b(?:Z|UTC|GMT|[ECMP][SD]T)|[+-]\d\d:?\d\d)\b(?: \([^)]*\))?$/i;
/** `03/04/2026` is two dates. */
const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/;

/**
 * Reads a date that a page states in its metadata, in any common form.
 * @returns ISO 8601: a date, or a date with a time and a zone; a time without a zone counts as UTC.
 * Empty for what is no date, or can be read in two ways
 */
export function readDate(text: string): string {
  const written = text.trim().slice(0, 100);
  const found = iso.exec(written);
  if (found) return isoOf(found);
  const [, epoch] = /^(1\d{9})(?:\d{3})?$/.exec(written) ?? [];
  if (epoch !== undefined)
    return new Date(Number(epoch) * 1000).toISOString().replace('.000Z', 'Z');
  const [, first, second] = slashed.exec(written) ?? [];
  if (first !== second && Number(first) <= 12 && Number(second) <= 12) return '';
  if (!/\b(?:19|20)\d\d\b/.test(written)) return '';
  const known = Date.parse(zone.test(written) ? written : `${written} UTC`);
  if (Number.isNaN(known)) return readShownDate(written)?.date ?? '';
  return new Date(known)
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace('.000Z', 'Z');
}

function isoOf([, date = '', time, seconds = ':00', fraction, own]: RegExpExecArray): string {
  if (Number.isNaN(Date.parse(date))) return '';
  // Midnight in no zone is how programs write a date.
  const isMidnight = time === '00:00' && seconds === ':00' && own === undefined;
  if (time === undefined || isMidnight) return date;
  const offset = /^[+-]/.test(own ?? '')
    ? own!.replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hours, minutes = '00') => `${hours}:${minutes}`)
    : 'Z';
  const instant = `${date}T${time}${seconds}${fraction ? `.${fraction.padEnd(3, '0')}` : ''}${offset}`;
  return Number.isNaN(Date.parse(instant)) ? date : instant;
}

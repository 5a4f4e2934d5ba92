import type { MonitorCheck } from '@tintype/contract/wire';
import { isReportedBy, type ChangeType, type Mode } from './changes.ts';
import type { Day } from './changing-page.ts';
import type { NoiseType } from './noise.ts';

/** One page on one day: what happened, and what its monitor reported. */
export interface PageDay extends Day {
  day: number;
  page: string;
  mode: Mode;
  noise: readonly NoiseType[];
  outcomes: MonitorCheck['outcome'][];
  verdict: 'reported' | 'missed' | 'false' | 'quiet' | 'form';
  /** Differences that the last check found. */
  found: string;
}

export function isExpected(change: ChangeType | undefined, mode: Mode): boolean {
  return change !== undefined && isReportedBy(change, mode);
}

export function foundIn(checks: readonly MonitorCheck[]): string {
  const { visual, text, metadata, error = '', note = '' } = checks.at(-1) ?? {};
  const regions = (visual?.regions ?? []).map((region) => JSON.stringify(region));
  const names = metadata ? JSON.stringify(metadata) : '';
  return [error, note, names, ...regions.slice(0, 5), text?.diff ?? ''].join(' ').slice(0, 900);
}

/** Prints how often each type occurred, and what was missed or reported without a change. */
export function printFigures(days: readonly PageDay[]): void {
  const count = (of: (day: PageDay) => boolean) => days.filter(of).length;
  const expected = days.filter(({ change, mode }) => isExpected(change, mode));
  const reported = expected.filter(({ verdict }) => verdict === 'reported').length;
  const unseen = count(({ change, mode }) => change !== undefined && !isExpected(change, mode));
  console.log(`changes: ${reported} of ${expected.length} reported on the day`);
  console.log(`changes that the mode does not report: ${unseen}`);
  console.log(`days with a glitch: ${count(({ glitch }) => glitch !== undefined)}`);
  console.log(`false reports: ${count(({ verdict }) => verdict === 'false')}`);
  console.log(
    `forms of an A/B test, reported and accepted: ${count(({ verdict }) => verdict === 'form')}`,
  );
  table('change', days, ({ change, mode }) => (change ? [`${change} (${mode})`] : []));
  table('glitch', days, ({ glitch }) => (glitch ? [glitch] : []));
  table('noise', days, ({ noise }) => noise);
  for (const { verdict, day, page, change, glitch, noise, outcomes, found } of days) {
    if (verdict !== 'missed' && verdict !== 'false') continue;
    const what = [change ?? 'no change', glitch ?? 'no glitch', noise.join(', ')].join('; ');
    console.log(`${verdict}: day ${day}, ${page}: ${what}; ${outcomes.join(' ')}; ${found}`);
  }
}

function table(
  title: string,
  days: readonly PageDay[],
  typesOf: (day: PageDay) => readonly string[],
): void {
  const rows = new Map<string, Record<'days' | PageDay['verdict'], number>>();
  for (const day of days) {
    for (const type of typesOf(day)) {
      const row = rows.get(type) ?? {
        days: 0,
        reported: 0,
        missed: 0,
        false: 0,
        quiet: 0,
        form: 0,
      };
      row.days += 1;
      row[day.verdict] += 1;
      rows.set(type, row);
    }
  }
  console.log(`\n${title}: days, reported, missed, false`);
  for (const [type, { days: all, reported, missed, false: wrong }] of [...rows].toSorted()) {
    console.log(`  ${type}: ${all}, ${reported}, ${missed}, ${wrong}`);
  }
}

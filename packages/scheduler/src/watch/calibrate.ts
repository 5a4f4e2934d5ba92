import {
  failed,
  isPair,
  settled,
  withoutPending,
  type Assessment,
  type CompareSnapshots,
} from './assessment.ts';
import type { MonitorState, Snapshot } from './monitor-state.ts';
import { addNoise, isTooWide } from './noise.ts';

/** First loads of a page, after which it is accepted as it is. */
const maxCalibrations = 3;

const notes = {
  gone: 'The files of the accepted page are no longer stored: this run replaces it, and the next one is compared with it.',
  replaced: 'The task renders something else now: the monitor starts again.',
  late: 'Second loads came more than ten minutes after the first one: what differs each time is not known.',
  wide: 'More than 30 % of the image differs each time: its areas are not left out. Set ignore_selectors or ignore of watch.',
};

/**
 * The first load: the next one shows what differs each time. It is compared with itself: a page
 * that cannot be compared is never accepted.
 */
export async function calibrating(
  state: MonitorState,
  run: Snapshot,
  compare: CompareSnapshots,
  calibrations = 1,
): Promise<Assessment> {
  const { isReplaced, ...kept } = withoutPending(state);
  if ((await compare(run, run, [])) === 'gone') {
    return failed(kept, 'The files of this run are no longer stored.');
  }
  return {
    state: { ...kept, baseline: run, isCalibrated: false, calibrations },
    outcome: 'calibrating',
    events: [],
    runsAgain: true,
    ...(isReplaced && { note: notes.replaced }),
  };
}

/** A first load instead of an accepted page whose files are gone. */
export async function restarted(
  state: MonitorState,
  run: Snapshot,
  compare: CompareSnapshots,
): Promise<Assessment> {
  return { ...(await calibrating(state, run, compare)), note: notes.gone };
}

/**
 * The second load. Loads of different hours, and of a page that is another one as a whole, do not
 * show what differs each time.
 */
export async function calibrated(
  state: MonitorState,
  baseline: Snapshot,
  run: Snapshot,
  compare: CompareSnapshots,
): Promise<Assessment> {
  const { calibrations = 1, ...kept } = state;
  const isLast = calibrations >= maxCalibrations;
  const again = () => calibrating(state, run, compare, calibrations + 1);
  if (!isPair(baseline, run) && !isLast) return again();
  const difference = await compare(baseline, run, []);
  if (difference === 'gone') return restarted(state, run, compare);
  const isWide = isTooWide(difference.noise, difference.size);
  if (isWide && !isLast) return again();
  const noise = isPair(baseline, run)
    ? addNoise(state.noise, difference.noise, difference.size)
    : state.noise;
  const found = settled(
    { ...kept, baseline: run, isCalibrated: true, noise },
    'baseline',
    difference,
    baseline,
  );
  if (!isPair(baseline, run)) return { ...found, note: notes.late };
  return isWide ? { ...found, note: notes.wide } : found;
}

import {
  failed,
  isPair,
  settled,
  withoutPending,
  type Assessment,
  type CompareSnapshots,
  type Difference,
  type Run,
  type Sensitivity,
} from './assessment.ts';
import { calibrated, calibrating, restarted } from './calibrate.ts';
import type { MonitorState, Snapshot } from './monitor-state.ts';
import { isTooWide, learnNoise, mergeNoise } from './noise.ts';

const wideNote =
  'More than 30 % of the image differs between two loads: a change there cannot be seen.';

/**
 * Decides what a finished run means for its monitor. Comparisons are its only effect.
 */
export async function assess(
  state: MonitorState,
  run: Run,
  watch: Sensitivity,
  compare: CompareSnapshots,
): Promise<Assessment> {
  if ('error' in run) return failed(state, run.error);
  const { late: known = [], ...others } = state;
  const late = lateParts(state, run);
  if (late.some((part) => !known.includes(part))) {
    return failed({ ...state, late }, `The page did not finish loading: ${late.join(', ')}.`);
  }
  const isLate = late.length > 0;
  const good = { ...others, ...(isLate && { late }), failures: 0, isFailureTold: false };
  const found = await assessGood(good, run, watch, compare);
  if (found.error !== undefined) return failed(state, found.error);
  const lateNote = isLate && `Parts did not load, as in the run before: ${late.join(', ')}.`;
  const notes = [found.note, found.difference?.note, lateNote].filter(
    (note) => typeof note === 'string',
  );
  return {
    ...found,
    after: run,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    events: state.isFailureTold ? ['recovered', ...found.events] : found.events,
  };
}

/** Parts that had loaded in the accepted run. */
function lateParts({ baseline }: MonitorState, { missing = [] }: Snapshot): readonly string[] {
  return baseline ? missing.filter((part) => !baseline.missing?.includes(part)) : [];
}

async function assessGood(
  state: MonitorState,
  run: Snapshot,
  { threshold, confirm }: Sensitivity,
  compare: CompareSnapshots,
): Promise<Assessment> {
  const { baseline, noise, pending } = state;
  if (baseline === undefined) return calibrating(state, run, compare);
  if (!state.isCalibrated) return calibrated(state, baseline, run, compare);
  const difference = await compare(baseline, run, noise);
  if (difference === 'gone') return restarted(state, run, compare);
  const isSame = ({ score }: Difference) => score <= threshold;
  const quiet = withoutPending(state);
  if (isSame(difference)) return settled(quiet, 'same', difference, baseline);
  const { variant, variants } = await findVariant(state, run, isSame, compare);
  const known = { ...quiet, variants };
  if (variant) return settled(known, 'variant', variant.difference, variant.snapshot);
  if (!confirm) return changed(known, run, difference);
  const again = pending && (await compare(pending, run, noise));
  if (!pending || !again || again === 'gone' || !(isSame(again) || isPair(pending, run))) {
    const waiting = { ...known, pending: run };
    return { ...settled(waiting, 'unconfirmed', difference, baseline), runsAgain: true };
  }
  if (isSame(again)) return changed(known, run, difference);
  // What also differs between the two loads is noise, and no part of the change.
  const rest = await compare(baseline, run, mergeNoise(noise, again.noise), again);
  const learned = { ...known, ...learnNoise(state, again, run.at) };
  if (rest === 'gone') return restarted(learned, run, compare);
  const found = isSame(rest)
    ? settled(learned, 'same', rest, baseline)
    : changed(learned, run, rest);
  return isTooWide(again.noise, again.size) ? { ...found, note: wideNote } : found;
}

function changed(state: MonitorState, run: Snapshot, difference: Difference): Assessment {
  const next = { ...state, baseline: run };
  return { ...settled(next, 'changed', difference, state.baseline), events: ['changed'] };
}

/** Finds the accepted state that the page equals now; those whose files are gone are dropped. */
async function findVariant(
  state: MonitorState,
  run: Snapshot,
  isSame: (difference: Difference) => boolean,
  compare: CompareSnapshots,
): Promise<{
  variants: Snapshot[];
  variant?: { snapshot: Snapshot; difference: Difference };
}> {
  const variants: Snapshot[] = [];
  for (const [at, snapshot] of state.variants.entries()) {
    const difference = await compare(snapshot, run, state.noise);
    if (difference === 'gone') continue;
    variants.push(snapshot);
    if (!isSame(difference)) continue;
    variants.push(...state.variants.slice(at + 1));
    return { variants, variant: { snapshot, difference } };
  }
  return { variants };
}

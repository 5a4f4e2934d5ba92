import type { MonitorCheck, MonitorEvent, MonitorNoise, Watch } from '@tintype/contract/wire';
import type { MonitorState, Snapshot } from './monitor-state.ts';
import { learnNoise, mergeNoise } from './noise.ts';

/** Difference of a run from an earlier one, without what does not count. */
export interface Difference extends Pick<MonitorCheck, 'visual' | 'text' | 'status' | 'metadata'> {
  /** The largest share that changed, 0 to 1. */
  score: number;
  /** Descriptions of what differs, by which later comparisons leave it out. */
  noise: readonly MonitorNoise[];
  /** Lines of the later text that differ: first and next after the last, from 1. */
  lines?: readonly LineRange[];
  /** PNG. */
  overlay?: Uint8Array;
}

export type LineRange = readonly [start: number, end: number];

/**
 * Compares a run with an earlier one, without `noise` and differences in these lines of the run.
 * `gone`: the files of the earlier one are no longer stored.
 */
export type CompareSnapshots = (
  before: Snapshot,
  after: Snapshot,
  noise: readonly MonitorNoise[],
  lines?: readonly LineRange[],
) => Promise<Difference | 'gone'>;

/** A finished run: its snapshot, or why there is none. */
export type Run = Snapshot | { error: string };

export interface Assessment {
  state: MonitorState;
  outcome: MonitorCheck['outcome'];
  events: MonitorEvent['event'][];
  /** The page is rendered again at once. */
  runsAgain: boolean;
  difference?: Difference;
  before?: Snapshot;
  after?: Snapshot;
  error?: string;
  note?: string;
}

/** At the second in a row, `failed` is sent: the first may pass. */
const toldFailures = 2;

const restarted =
  'The files of the accepted page are no longer stored: this run replaces it, and the next one is compared with it.';

/**
 * Decides what a finished run means for its monitor. Comparisons are its only effect.
 */
export async function assess(
  state: MonitorState,
  run: Run,
  watch: Pick<Watch, 'threshold' | 'confirm'>,
  compare: CompareSnapshots,
): Promise<Assessment> {
  if ('error' in run) return failed(state, run.error);
  const good = { ...state, failures: 0, isFailureTold: false };
  const found = await assessGood(good, run, watch, compare);
  return {
    ...found,
    after: run,
    events: state.isFailureTold ? ['recovered', ...found.events] : found.events,
  };
}

function failed(state: MonitorState, error: string): Assessment {
  const failures = state.failures + 1;
  const isTold = failures >= toldFailures;
  return {
    state: { ...state, failures, isFailureTold: isTold },
    outcome: 'failed',
    events: isTold && !state.isFailureTold ? ['failed'] : [],
    runsAgain: failures < toldFailures,
    error,
  };
}

async function assessGood(
  state: MonitorState,
  run: Snapshot,
  { threshold, confirm }: Pick<Watch, 'threshold' | 'confirm'>,
  compare: CompareSnapshots,
): Promise<Assessment> {
  const { baseline, noise, pending } = state;
  if (baseline === undefined) return calibrating(state, run);
  if (!state.isCalibrated) return calibrated(state, run, await compare(baseline, run, []));
  const difference = await compare(baseline, run, noise);
  if (difference === 'gone') return { ...calibrating(state, run), note: restarted };
  const isSame = ({ score }: Difference) => score <= threshold;
  const quiet = { ...withoutPending(state) };
  if (isSame(difference)) return settled(quiet, 'same', difference, baseline);
  const { variant, variants } = await findVariant(state, run, isSame, compare);
  const known = { ...quiet, variants };
  if (variant) return settled(known, 'variant', variant.difference, variant.snapshot);
  if (!confirm) return changed(known, run, difference);
  const again = pending && (await compare(pending, run, noise));
  if (again === undefined || again === 'gone') {
    const waiting = { ...known, pending: run };
    return { ...settled(waiting, 'unconfirmed', difference, baseline), runsAgain: true };
  }
  if (isSame(again)) return changed(known, run, difference);
  // What also differs between the two loads is noise, and no part of the change.
  const rest = await compare(baseline, run, mergeNoise(noise, again.noise), again.lines);
  const learned = { ...known, ...learnNoise(state, again.noise) };
  if (rest === 'gone') return { ...calibrating(learned, run), note: restarted };
  return isSame(rest) ? settled(learned, 'same', rest, baseline) : changed(learned, run, rest);
}

/** The first load: the next one shows what differs each time. */
function calibrating(state: MonitorState, run: Snapshot): Assessment {
  const next = { ...withoutPending(state), baseline: run, isCalibrated: false };
  return { state: next, outcome: 'calibrating', events: [], runsAgain: true };
}

function calibrated(
  state: MonitorState,
  run: Snapshot,
  difference: Difference | 'gone',
): Assessment {
  if (difference === 'gone') return { ...calibrating(state, run), note: restarted };
  const noise = mergeNoise(state.noise, difference.noise);
  const next = { ...state, baseline: run, isCalibrated: true, noise };
  return settled(next, 'baseline', difference, state.baseline);
}

function changed(state: MonitorState, run: Snapshot, difference: Difference): Assessment {
  const next = { ...state, baseline: run };
  return { ...settled(next, 'changed', difference, state.baseline), events: ['changed'] };
}

function settled(
  state: MonitorState,
  outcome: MonitorCheck['outcome'],
  difference: Difference,
  before: Snapshot | undefined,
): Assessment {
  return { state, outcome, events: [], runsAgain: false, difference, ...(before && { before }) };
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

function withoutPending({ pending: _pending, ...state }: MonitorState): MonitorState {
  return state;
}

import type { MonitorCheck, MonitorEvent, MonitorNoise, Watch } from '@tintype/contract/wire';
import type { MonitorState, Snapshot } from './monitor-state.ts';
import type { Size } from './noise.ts';

/** Difference of a run from an earlier one, without what does not count. */
export interface Difference extends Pick<MonitorCheck, 'visual' | 'text' | 'status' | 'metadata'> {
  /** The largest share that changed, 0 to 1. */
  score: number;
  /** Descriptions of what differs, by which later comparisons leave it out. */
  noise: readonly MonitorNoise[];
  /** Lines of the later text that are others, and fit no expression of `noise`. */
  lines?: readonly LineRange[];
  /** Parts of the page that were not compared. */
  note?: string;
  /** Of the later image, in pixels. */
  size?: Size;
  /** PNG. */
  overlay?: Uint8Array;
}

/** First line, and the one after the last, from 1. Equal if lines were only removed there. */
export type LineRange = readonly [start: number, end: number];

/**
 * Compares a run with an earlier one, without `noise`, and without lines, metadata and a status that
 * also differ between two loads of the page: `loads`. `gone`: files are no longer stored.
 */
export type CompareSnapshots = (
  before: Snapshot,
  after: Snapshot,
  noise: readonly MonitorNoise[],
  loads?: Pick<Difference, 'lines' | 'status' | 'metadata'>,
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

/** Fields of a watch by which a difference is a change. */
export type Sensitivity = Pick<Watch, 'threshold' | 'confirm'>;

/** Loads further apart do not show what differs each time: the page may have changed meanwhile. */
const maxPairMs = 10 * 60_000;

export const isPair = (before: Snapshot, after: Snapshot): boolean =>
  after.at - before.at <= maxPairMs;

/** Returns the assessment of a run after which the page is not rendered again immediately. */
export function settled(
  state: MonitorState,
  outcome: MonitorCheck['outcome'],
  difference: Difference,
  before: Snapshot | undefined,
): Assessment {
  return { state, outcome, events: [], runsAgain: false, difference, ...(before && { before }) };
}

/** At the second in a row, `failed` is sent: the first may pass. */
const toldFailures = 2;

/** Returns the assessment of a run that shows no page. */
export function failed(state: MonitorState, error: string): Assessment {
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

export function withoutPending({ pending: _pending, ...state }: MonitorState): MonitorState {
  return state;
}

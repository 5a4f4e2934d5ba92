import type { Monitor, MonitorNoise } from '@tintype/contract/wire';
import type { NewFile, StoredMonitor } from '@tintype/store';

/** The files of accepted states stay for so long after the last check. */
export const stateFilesMs = 400 * 24 * 60 * 60_000;

export type FileRef = Pick<NewFile, 'name' | 'extension' | 'mediaType'>;

/** Areas, in pixels of the image, that a page declared as ignored. */
export type Area = NonNullable<MonitorNoise['area']>;

/** Files and details that a run rendered. */
export interface Snapshot {
  request: string;
  /** Unix milliseconds. */
  at: number;
  image?: FileRef;
  text?: FileRef;
  elements?: FileRef;
  /** Boxes of ignored elements, in pixels of the image. */
  ignored?: readonly Area[];
  /** HTTP status. */
  status?: string;
  metadata?: Readonly<Record<string, string>>;
  /** Parts of the page that had not loaded. */
  missing?: readonly string[];
}

/** The state of a monitor between two checks. */
export interface MonitorState {
  /** Of the request whose results it has. */
  key: string;
  baseline?: Snapshot;
  /** True once a second load has shown what differs each time. */
  isCalibrated: boolean;
  /** Other accepted states. */
  variants: readonly Snapshot[];
  noise: readonly MonitorNoise[];
  /** Differences between two loads of the last change: noise if they are seen again. */
  suspects?: readonly MonitorNoise[];
  /** When they were seen, in Unix milliseconds. */
  suspectsAt?: number;
  /** First loads until the page was calibrated. */
  calibrations?: number;
  /** It replaces a state of another request, and no run is checked yet. */
  isReplaced?: boolean;
  /** Parts that had not loaded in the last run, and had in the accepted one. */
  late?: readonly string[];
  /** A change that a second load has not shown yet. */
  pending?: Snapshot;
  /** Failed checks in a row. */
  failures: number;
  /** The event `failed` was sent. */
  isFailureTold: boolean;
}

/** The state before the first check. */
export const newState = (key: string): MonitorState => ({
  key,
  isCalibrated: false,
  variants: [],
  noise: [],
  failures: 0,
  isFailureTold: false,
});

/** Returns a state, or a new one if it is of another request. */
export function stateFor(key: string, known: MonitorState | undefined): MonitorState {
  if (known?.key === key) return known;
  return { ...newState(key), ...(known && { isReplaced: true }) };
}

/** Undefined if there is none, or if it cannot be decrypted: the monitor starts again. */
export function readState(stored: StoredMonitor | undefined): MonitorState | undefined {
  return stored?.state === undefined ? undefined : (JSON.parse(stored.state) as MonitorState);
}

/** Returns what the API shows as its status. */
export function statusOf(state: MonitorState): Monitor['status'] {
  if (state.failures > 0) return 'failing';
  if (!state.isCalibrated) return 'calibrating';
  return state.pending ? 'confirming' : 'watching';
}

/** Returns all files of a state. */
export function filesOf({ baseline, variants, pending }: MonitorState): FileRef[] {
  return [baseline, pending, ...variants].flatMap((snapshot) => snapshotFiles(snapshot));
}

export function snapshotFiles(snapshot: Snapshot | undefined): FileRef[] {
  const { image, text, elements } = snapshot ?? {};
  return [image, text, elements].flatMap((file) => (file ? [file] : []));
}

import { readFileSync } from 'node:fs';
import { createPoller } from './create-poller.ts';
import type { Store } from './ports.ts';

/** Options of {@link createClockWatch}. */
export interface ClockWatchOptions {
  store: Pick<Store, 'followClock'>;
  /** The clock: Unix milliseconds. */
  now: () => number;
  /** Monotonic clock in ms. Default: the system's, which all processes share. */
  steadyMs?: () => number;
  /** Id of the machine's boot. Default: the system's. */
  boot?: string;
  /** Called with the number of ms by which the clock was set. */
  onStep(stepMs: number): void;
  onWarning?(message: string, cause: unknown): void;
  /** Interval of checks, in milliseconds. Default 1,000. */
  pollMs?: number;
}

/** Notices when the clock of the machine is set. */
export interface ClockWatch {
  start(): void;
  stop(): Promise<void>;
}

/** Interval at which the offset is stored, for a start with a clock that was set back meanwhile. */
const TELL_MS = 60_000;

/** As in the store: less is no step. */
const TOLERANCE_MS = 2_000;

/**
 * Compares the clock with a monotonic one. If it was set, stored timestamps are shifted: a request
 * that must be retried in ten seconds is retried in ten seconds, and not an hour later because an
 * administrator corrected the clock.
 * @example
 * const watch = createClockWatch({ store, now: Date.now, onStep: () => worker.wake() });
 * watch.start();
 */
export function createClockWatch(options: ClockWatchOptions): ClockWatch {
  const { store, now, onStep, onWarning, pollMs = 1_000 } = options;
  const { steadyMs = systemSteadyMs, boot = bootId() } = options;
  let offsetMs: number | undefined;
  let toldAtMs = -Infinity;

  async function look(): Promise<number> {
    const steady = steadyMs();
    const offset = now() - steady;
    const before = offsetMs ?? offset;
    const isSet = Math.abs(offset - before) > TOLERANCE_MS;
    if (isSet || steady - toldAtMs >= TELL_MS) {
      const step = await store.followClock({ boot, offsetMs: offset });
      offsetMs = isSet || offsetMs === undefined ? offset : offsetMs;
      toldAtMs = steady;
      // Another process may have told the store before; this one has to look again all the same.
      if (isSet || step !== 0) onStep(isSet ? offset - before : step);
    }
    return pollMs;
  }

  return createPoller({
    look,
    onTrouble: (error) => onWarning?.('The clock could not be followed; it is retried.', error),
  });
}

function systemSteadyMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Linux gives each run of the machine a name. Elsewhere the time since its start says enough. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

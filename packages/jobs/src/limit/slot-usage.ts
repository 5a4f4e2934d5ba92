/** Decay of slot use in ms: older use counts 1/e, and so on. */
export const recentMs = 20_000;

interface Run {
  readonly startedMs: number;
  readonly expectedMs: number;
}

/**
 * Slot time of one owner. A new render counts as long as its owner's usual ones, so that no owner
 * takes all free slots at once.
 */
export class SlotUsage {
  readonly #runs = new Set<Run>();
  #endedMs = 0;
  #usualMs: number;
  #recentMs = 0;
  #recentAtMs: number;

  constructor(usualMs: number, nowMs: number) {
    this.#usualMs = usualMs;
    this.#recentAtMs = nowMs;
  }

  get running(): number {
    return this.#runs.size;
  }

  /** Slot time in ms, meaningful only relative to others': see {@link catchUp}. */
  spentMs(nowMs: number): number {
    let spentMs = this.#endedMs;
    for (const { startedMs, expectedMs } of this.#runs) {
      spentMs += Math.max(nowMs - startedMs, expectedMs);
    }
    return spentMs;
  }

  /** Slots that were taken on average lately. */
  recentSlots(nowMs: number): number {
    this.#passTime(nowMs);
    return this.#recentMs / recentMs;
  }

  /** An owner that used nothing for a while has saved nothing up by that. */
  catchUp(spentMs: number, nowMs: number): void {
    this.#endedMs += Math.max(0, spentMs - this.spentMs(nowMs));
  }

  /** A slot is taken. Returns the function that releases it. */
  start(nowMs: number): (endMs: number) => void {
    this.#passTime(nowMs);
    const run: Run = { startedMs: nowMs, expectedMs: this.#usualMs };
    this.#runs.add(run);
    return (endMs) => {
      this.#passTime(endMs);
      this.#runs.delete(run);
      const tookMs = endMs - nowMs;
      this.#endedMs += tookMs;
      this.#usualMs += (tookMs - this.#usualMs) / 4;
    };
  }

  /** Ages recent use, and adds running work. */
  #passTime(nowMs: number): void {
    const left = Math.exp(-Math.max(0, nowMs - this.#recentAtMs) / recentMs);
    this.#recentMs = this.#recentMs * left + this.running * recentMs * (1 - left);
    this.#recentAtMs = nowMs;
  }
}

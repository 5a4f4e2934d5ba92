/** Offset of a machine's clock to its monotonic clock. */
export interface ClockReading {
  /** Id of the machine's boot: the monotonic clock restarts with each. */
  boot: string;
  /** Difference of the two clocks in ms. It changes when the clock is set. */
  offsetMs: number;
}

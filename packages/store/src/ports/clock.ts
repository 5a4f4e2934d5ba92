/** Offset of a machine's clock to its monotonic clock. */
export interface ClockReading {
  /** Id of the machine's boot: the monotonic clock restarts with each. */
  boot: string;
  /**
   * What the clock says, less what the other one says, in milliseconds. It changes when the clock
   * is set.
   */
  offsetMs: number;
}

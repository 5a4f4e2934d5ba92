/** How the clock of a machine stands to a clock of it that is never set. */
export interface ClockReading {
  /** Which run of the machine: the clock that is never set begins anew with each. */
  boot: string;
  /**
   * What the clock says, less what the other one says, in milliseconds. It changes when the clock
   * is set.
   */
  offsetMs: number;
}

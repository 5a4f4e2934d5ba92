/** A process's demand for slots of an account. */
export interface SlotWant {
  /** Renders of the account that run here. They keep their slots, whatever the limit. */
  running: number;
  /** Held slots and waiting renders. */
  wanted: number;
  /** Number of renders of the account that may run in all processes together. */
  limit: number;
}

/** Slots that an account has in all processes together. */
export interface Slots {
  /**
   * Takes slots of an account for this process, or gives them back. Free ones go to the process
   * that holds the fewest; of equals, to the one that has waited longest since it held one more.
   * Who waits says so again within three seconds, or the others go on without it.
   *
   * @returns How many this process holds now, at least `running` and at most `wanted`
   */
  hold(accountId: string, want: SlotWant): Promise<number>;
}

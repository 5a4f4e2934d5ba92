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
   * Takes or returns slots of an account for this process. Free slots go to the process that holds
   * the fewest, then to the one waiting longest. A waiting process calls again within three
   * seconds.
   * @returns the number held now, between `running` and `wanted`
   */
  hold(accountId: string, want: SlotWant): Promise<number>;
}

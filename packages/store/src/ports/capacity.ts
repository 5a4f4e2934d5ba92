/** Storage limits of one account. */
export interface AccountBounds {
  /** Async requests that wait or run; and as many webhooks that are not delivered yet. */
  waiting?: number;
  /** Bytes of results and of the parameters of requests that wait. */
  storedBytes?: number;
}

/** Stored data of one account. Expired data counts until a sweep has removed it. */
export interface Kept {
  /** Async requests that wait or run. */
  waiting: number;
  /** Callbacks that are not delivered yet. */
  webhooks: number;
  /** Bytes of results and of the parameters of requests that wait. */
  storedBytes: number;
}

/** Free capacity. */
export interface Capacity {
  kept(accountId: string): Promise<Kept>;
  /** Size of the database, in which files are not. */
  databaseBytes(): Promise<number>;
  /**
   * Resolves while there is room for new things. What is queued can still be finished when there is
   * none.
   * @throws RenderError `storage_full`
   */
  check(): Promise<void>;
  /**
   * Resolves while there is room for the results of what is queued: half of the room that new
   * things leave free.
   * @throws RenderError `storage_full`; `storage_failed` while the storage for files cannot be used
   */
  checkDisk(): Promise<void>;
}

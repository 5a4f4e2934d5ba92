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
  /** Resolves while new work can be stored. @throws RenderError `storage_full` */
  check(): Promise<void>;
  /**
   * Resolves while results of queued work can be stored: half the reserve that new work leaves
   * free.
   * @throws RenderError `storage_full`, `storage_failed`
   */
  checkDisk(): Promise<void>;
}

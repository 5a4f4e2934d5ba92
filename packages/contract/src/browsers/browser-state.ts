/** State of a browser. */
export interface BrowserState {
  /** Such as `HeadlessChrome/140.0.7339.80`. */
  product: string;
  /** Absent for a browser elsewhere. */
  pid?: number;
  ageMs: number;
  /** Pages that were given to renders since it started. */
  renders: number;
  /** Renders that have a page of it now. */
  running: number;
  /** It takes no more pages, and ends with its last one. */
  retired: boolean;
  /**
   * Resident bytes of all its processes, as measured every five seconds; what they share counts in
   * each. Absent before, and without /proc.
   */
  memoryBytes?: number;
}

/** One browser of those that pages come from. */
export interface SourceBrowser extends BrowserState {
  /** Purpose of the browser. */
  use: 'pages' | 'graphics card' | 'recordings';
  /** Protocol, host and port of one that runs elsewhere. */
  place?: string;
}

/** State of a remote browser. */
export interface RemoteState {
  /** Its protocol, host and port. */
  name: string;
  /**
   * `idle`: nothing is connected, and nothing is known to be wrong. `failing`: it is left alone for
   * a while.
   */
  state: 'connected' | 'idle' | 'failing';
  /** Renders that have a page of it, or wait for one. */
  pages: number;
  /** Number of failed connections or pages since the start. */
  failures: number;
  /** Why it is left alone. */
  failure?: string;
}

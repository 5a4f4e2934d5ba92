/** State of a browser. */
export interface BrowserState {
  /** For example `HeadlessChrome/140.0.7339.80`. */
  product: string;
  /** Absent for a remote browser. */
  pid?: number;
  ageMs: number;
  /** Pages leased to renders since it started. */
  renders: number;
  /** Renders that have a page of it now. */
  running: number;
  /** True if it opens no more pages and closes with its last one. */
  retired: boolean;
  /** Resident bytes of its processes, measured every five seconds. Absent without /proc. */
  memoryBytes?: number;
}

/** A browser that provides pages. */
export interface SourceBrowser extends BrowserState {
  /** Purpose of the browser. */
  use: 'pages' | 'graphics card' | 'recordings';
  /** Protocol, host and port of a remote browser. */
  place?: string;
}

/** State of a remote browser. */
export interface RemoteState {
  /** Its protocol, host and port. */
  name: string;
  /** `idle`: not connected. `failing`: no connection is attempted for a while. */
  state: 'connected' | 'idle' | 'failing';
  /** Renders that have a page of it, or wait for one. */
  pages: number;
  /** Number of failed connections or pages since the start. */
  failures: number;
  /** Reason of `failing`. */
  failure?: string;
}

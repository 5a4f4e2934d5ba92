/** One file of the console: a page, a script, a style sheet. */
export interface ConsoleFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** The pages that people see at `/console`. */
export interface ConsoleOptions {
  /**
   * The built files by name; `index.html` is the page of every URL. Called on the first request.
   */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
  /** The hash that `tintype console password` printed, if operators may sign in with a password. */
  operatorPassword?: string;
}

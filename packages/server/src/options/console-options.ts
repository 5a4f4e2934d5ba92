/** One file of the console: a page, a script, a style sheet. */
export interface ConsoleFile {
  bytes: Uint8Array;
  mediaType: string;
}

/** The pages that people see at `/console`. */
export interface ConsoleOptions {
  /** The built files by name, read on first use; `index.html` is the page of every path. */
  files(): Promise<ReadonlyMap<string, ConsoleFile>>;
  /** The hash that `tintype console password` printed, if operators may sign in with a password. */
  operatorPassword?: string;
}

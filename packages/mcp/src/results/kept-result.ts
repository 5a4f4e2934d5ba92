/** A file that a tool made. */
export interface KeptResult {
  /** For example `screenshot-3.png`. */
  readonly name: string;
  /** The address under which the client can read it. */
  readonly uri: string;
  /** Its path, or its URL in a service. */
  readonly file: string;
  readonly mediaType: string;
  readonly bytes: number;
}

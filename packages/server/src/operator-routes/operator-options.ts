/** What the server knows of the service that it is part of. */
export interface OperatorOptions {
  /** The settings in force, by name: their value, and where it comes from. No secrets. */
  settings: Readonly<Record<string, { value?: unknown; from: string }>>;
  /** How the service is now; the journal keeps one each minute. */
  figures(): Promise<object>;
  /**
   * The checks of `tintype doctor` on the machine of this process, run now. Default: none can be.
   */
  doctor?(): Promise<object>;
}

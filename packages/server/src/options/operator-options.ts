/** The service's functions for operator routes. */
export interface OperatorOptions {
  /** The settings in force, by name: their value, and where it comes from. No secrets. */
  settings: Readonly<Record<string, { value?: unknown; from: string }>>;
  /** The current state of the service; the journal stores one each minute. */
  figures(): Promise<object>;
  /** Runs the checks of `tintype doctor` in this process. Default: not available. */
  doctor?(): Promise<object>;
}

/** Where a job says what went wrong beside it. A logger of pino is one. */
export interface JobLog {
  warn(details: { err: unknown }, message: string): void;
  error(details: { err: unknown }, message: string): void;
}

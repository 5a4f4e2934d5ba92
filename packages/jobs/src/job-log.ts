/** Log of problems beside a job. A logger of pino is one. */
export interface JobLog {
  warn(details: { err: unknown }, message: string): void;
  error(details: { err: unknown }, message: string): void;
}

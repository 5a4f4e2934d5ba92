/** An invalid command line: exit code 2. The message ends with what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

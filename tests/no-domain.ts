/**
 * Takes the place of `async-hook-domain` in processes of several test files: catches nothing. See
 * `run-together.ts`.
 */
export class Domain {
  onerror: (error: unknown, type: string) => void;

  constructor(onerror: (error: unknown, type: string) => void) {
    this.onerror = onerror;
  }

  destroy() {}
}

import type { ParsedFlags } from './parse-flags.ts';

/** Flags of the command line itself. */
export interface OwnFlags {
  output: string | undefined;
  root: string | undefined;
  trace: string | undefined;
  data: string | undefined;
  allow: readonly string[];
  /** Lists of pages. */
  from: readonly string[];
  retryFailed: boolean;
  help: boolean;
  json: boolean;
  verbose: boolean;
  quiet: boolean;
  open: boolean;
  watch: boolean;
}

/** Reads the flags that are not parameters. */
export function readOwnFlags({ entries }: ParsedFlags): OwnFlags {
  const all = (name: string) =>
    entries.filter(({ flag }) => flag.name === name && !flag.parameter).map(({ value }) => value);
  const last = (name: string) => all(name).at(-1);
  return {
    output: last('output'),
    root: last('root'),
    trace: last('trace'),
    data: last('data'),
    allow: all('allow'),
    from: all('from'),
    retryFailed: last('retry-failed') === 'true',
    help: last('help') === 'true',
    json: last('json') === 'true',
    verbose: last('verbose') === 'true',
    quiet: last('quiet') === 'true',
    open: last('open') === 'true',
    watch: last('watch') === 'true',
  };
}

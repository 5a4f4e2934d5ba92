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
export function readOwnFlags({ all, last, isOn }: ParsedFlags): OwnFlags {
  return {
    output: last('output'),
    root: last('root'),
    trace: last('trace'),
    data: last('data'),
    allow: all('allow'),
    from: all('from'),
    retryFailed: isOn('retry-failed'),
    help: isOn('help'),
    json: isOn('json'),
    verbose: isOn('verbose'),
    quiet: isOn('quiet'),
    open: isOn('open'),
    watch: isOn('watch'),
  };
}

import { availableParallelism } from 'node:os';
import type { ParsedFlags } from './parse-flags.ts';
import { UsageError } from '../usage-error.ts';

/** What the flags of the command line itself say. */
export interface OwnFlags {
  output: string | undefined;
  root: string | undefined;
  allow: readonly string[];
  concurrency: number;
  help: boolean;
  json: boolean;
  verbose: boolean;
  quiet: boolean;
}

/**
 * Reads the flags that are no parameters.
 *
 * @throws UsageError for a wrong `--concurrency`.
 */
export function readOwnFlags({ entries }: ParsedFlags): OwnFlags {
  const all = (name: string) =>
    entries.filter(({ flag }) => flag.name === name && !flag.parameter).map(({ value }) => value);
  const last = (name: string) => all(name).at(-1);
  const text = last('concurrency');
  const concurrency = text === undefined ? availableParallelism() : Number(text);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64) {
    throw new UsageError(
      `--concurrency: an integer from 1 to 64 was expected, but "${text}" came.`,
    );
  }
  return {
    output: last('output'),
    root: last('root'),
    allow: all('allow'),
    concurrency,
    help: last('help') === 'true',
    json: last('json') === 'true',
    verbose: last('verbose') === 'true',
    quiet: last('quiet') === 'true',
  };
}

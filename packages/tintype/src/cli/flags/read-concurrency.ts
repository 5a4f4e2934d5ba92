import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';
import type { ParsedFlags } from './parse-flags.ts';
import { readFlag } from './read-flag.ts';

const concurrency = z.int().check(z.minimum(1), z.maximum(64));

/** Reads `--concurrency`; by default one render for each core. @throws UsageError */
export function readConcurrency({ entries }: ParsedFlags): number {
  const given = new Map(entries.map(({ flag, value }) => [flag.name, value]));
  return readFlag(concurrency, 'concurrency', given) ?? availableParallelism();
}

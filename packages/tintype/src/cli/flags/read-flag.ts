import { checkValue, schemaInfo, type ReadOptions } from '@tintype/contract/read';
import type * as z from 'zod/mini';
import { fromText } from '../../from-text.ts';
import { UsageError } from '../cli-context.ts';

/**
 * Parses the value of a flag by its schema. Returns undefined if the flag is absent.
 * @throws UsageError
 */
export function readFlag<S extends z.core.$ZodType>(
  schema: S,
  flag: string,
  given: ReadonlyMap<string, string>,
  options: ReadOptions = {},
): z.output<S> | undefined {
  const text = given.get(flag);
  if (text === undefined) return undefined;
  const value = fromText(text, schemaInfo(schema));
  const checked = checkValue(schema, value, `--${flag}`, options);
  if (checked.problems === undefined) return checked.value;
  throw new UsageError(checked.problems.map(({ message }) => message).join(' '));
}

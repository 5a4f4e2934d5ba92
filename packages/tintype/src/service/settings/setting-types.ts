import { expecting } from '@tintype/contract/read';
import * as z from 'zod/mini';

export function onOff() {
  return { schema: z.boolean() };
}

/** An integer; both bounds are allowed. */
export function integer(minimum: number, maximum: number, placeholder: string) {
  return { schema: z.int().check(z.minimum(minimum), z.maximum(maximum)), placeholder };
}

export function text(expected: string, pattern: RegExp, placeholder: string) {
  return {
    schema: z.string().check(z.trim(), z.regex(pattern), expecting(expected)),
    placeholder,
  };
}

export function choice<const V extends readonly string[]>(values: V) {
  return { schema: z.enum(values), placeholder: values.join(' | ') };
}

/**
 * A path of a file or a folder. Relative paths start at the current folder, or in a configuration
 * file at the folder of that file.
 */
export function path(what: 'file' | 'folder') {
  const schema = z
    .string()
    .check(z.regex(/^[^\0]*[^\s\0][^\0]*$/), expecting(`the path of a ${what}`));
  return { schema, placeholder: what, isPath: true };
}

/** A list: an array in the file, a repeated flag, or a comma-separated variable. */
export function list<S extends z.core.$ZodType>(expected: string, placeholder: string, item: S) {
  return { schema: z.array(item).check(expecting(expected)), placeholder };
}

import * as z from 'zod/mini';
import { describeExpected, type JsonSchema, jsonSchemaOf, valueInfo } from './value-info.ts';
import { nearest } from './nearest.ts';
import { maxUnknown, refusal, type Problem } from './refusal.ts';
import { missingValue, unknownName, wrongValue } from './wrong-value.ts';

/** Options of {@link readValue}. */
export interface ReadOptions {
  /** Noun for its keys. Default `parameter`. */
  noun?: string;
  /** True if messages never contain any part of it. */
  secret?: boolean;
  /** An alternative to the schema, in words: `"plan"`. */
  or?: string;
}

/** Result of {@link checkValue}. */
export type CheckedValue<T> = { value: T; problems?: undefined } | { problems: readonly Problem[] };

/**
 * Validates a value and returns one problem for each wrong part.
 * @param name Prefix of the names of parts, `name.part`; empty for the parts alone.
 */
export function checkValue<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  name: string,
  options: ReadOptions = {},
): CheckedValue<z.output<S>> {
  const result = z.safeParse(schema, value);
  if (result.success) return { value: result.data };
  const root = jsonSchemaOf(schema);
  const problems = result.error.issues.flatMap((issue) =>
    problemsOf(issue, { schema: root, value, name }, options),
  );
  const isFirst = ({ parameter }: Problem, at: number) =>
    problems.findIndex((other) => other.parameter === parameter) === at;
  return { problems: problems.filter(isFirst) };
}

/**
 * Validates a value by its schema and returns it.
 * @throws {RenderError} `invalid_parameter`, `missing_parameter` or `unknown_parameter`, with
 * `details`.
 */
export function readValue<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  name: string,
  options: ReadOptions = {},
): z.output<S> {
  const checked = checkValue(schema, value, name, options);
  if (checked.problems !== undefined) throw refusal(checked.problems);
  return checked.value;
}

/** A part of the validated value. */
interface Place {
  schema: JsonSchema;
  value: unknown;
  name: string;
  /** Position of an item of a list, from 1. */
  position?: number;
}

function problemsOf(issue: z.core.$ZodIssue, root: Place, options: ReadOptions): Problem[] {
  const place = placeOf(issue.path, root);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxUnknown).map((key) => unknownKey(key, place, options));
  }
  const { schema, value, name, position } = place;
  const info = valueInfo(schema);
  const expected = `${describeExpected(info)}${options.or === undefined ? '' : `, or ${options.or}`}`;
  if (value === undefined) {
    return [{ code: 'missing_parameter', parameter: name, message: missingValue(name, expected) }];
  }
  const predicate = textOf(issue, 'predicate');
  if (predicate !== undefined) {
    return [{ code: 'invalid_parameter', parameter: name, message: `${name} ${predicate}` }];
  }
  const { secret = info.secret } = options;
  const message = wrongValue(name, expected, value, {
    secret,
    values: info.values,
    position,
    reason: textOf(issue, 'reason'),
  });
  return [{ code: 'invalid_parameter', parameter: name, message }];
}

/** Follows a path to the described part. For a list, it is the list, with the item as value. */
function placeOf(path: readonly PropertyKey[], root: Place): Place {
  let { schema, value, name } = root;
  for (const key of path) {
    const child = (value as Record<PropertyKey, unknown>)[key];
    if (Array.isArray(value)) return { schema, value: child, name, position: Number(key) + 1 };
    const part = schema.properties?.[String(key)];
    if (part === undefined) break;
    schema = part;
    value = child;
    name = name === '' ? String(key) : `${name}.${String(key)}`;
  }
  return { schema, value, name };
}

function unknownKey(
  key: string,
  { schema, name }: Place,
  { noun = 'parameter' }: ReadOptions,
): Problem {
  const keys = Object.keys(schema.properties ?? {});
  const whole = name === '' ? key : `${name}.${key}`;
  const owner = name === '' ? `The ${noun}s are` : `${name} has`;
  return {
    code: 'unknown_parameter',
    parameter: whole.slice(0, 64),
    message: unknownName(noun, whole, nearest(key, keys), `${owner} ${keys.join(', ')}.`),
  };
}

/** Returns the text of a check from `schema-parts`. */
function textOf(issue: z.core.$ZodIssue, part: 'reason' | 'predicate'): string | undefined {
  const text: unknown = issue.code === 'custom' ? issue.params?.[part] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Sets the expected value in words, if bounds do not describe it. */
export function expecting(expected: string, { secret = false } = {}) {
  return z.meta({ 'x-expected': expected, ...(secret && { 'x-secret': true }) });
}

/** Creates a check for {@link readValue}; `find` returns the reason, which ends the message. */
export function checked<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const reason = find(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', params: { reason } });
  });
}

/** Creates a check for {@link readValue}; `find` returns the message after the name. */
export function saying<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const predicate = find(value);
    if (predicate !== undefined) context.addIssue({ code: 'custom', params: { predicate } });
  });
}

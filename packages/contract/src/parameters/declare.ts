import * as z from 'zod/mini';
import { cssLengthPattern, cssPixels } from '../values/css-length.ts';

/** Section of a parameter in help and docs. */
export type Group =
  | 'page'
  | 'viewport'
  | 'appearance'
  | 'visitor'
  | 'network'
  | 'blocking'
  | 'timing'
  | 'interaction'
  | 'clip'
  | 'image'
  | 'video'
  | 'pdf'
  | 'scrape'
  | 'metadata'
  | 'delivery'
  | 'account';

/** A built-in group, or one of a plugin. */
export type GroupName = Group | (string & {});

/**
 * Half of a render that uses a parameter: `load` of the page, `capture` of the file, or `service`
 * for delivery and the account.
 */
export type Half = 'load' | 'capture' | 'service';

interface Place {
  group: GroupName;
  half: Half;
}

/** Documentation of a parameter. */
interface Help {
  /** One line. */
  description: string;
  unit?: 'px' | 's' | 'ms' | 'm' | 'degrees' | 'kbit/s';
  /** Default that depends on other parameters and is filled in after validation. */
  default?: number | string | boolean;
  /** Expected value in words, if bounds do not describe it. */
  expected?: string;
  /** Overrides the half of `declareIn`. */
  half?: Half;
  /** True if messages never contain its value. */
  secret?: boolean;
  /** True if values in query strings and flags are lower-cased. */
  lowerCase?: boolean;
  /** Separator of the items of a list that is written as one string. */
  separator?: ',' | '; ';
  /** True if a single string is a list with one item. */
  acceptsOne?: boolean;
  /** Minimum number of items. If 0, an empty list equals an absent one. */
  minItems?: number;
  /** Maximum number of items of free text. Default: {@link maxItems}. */
  maxItems?: number;
}

interface Range extends Help {
  min?: number;
  max?: number;
  /** Excluded lower bound. */
  above?: number;
}

interface Length extends Help {
  min?: number;
  max?: number;
  pattern?: RegExp;
}

interface JsonLength extends Length {
  max: number;
  /** True if a list is allowed. */
  isList?: boolean;
}

interface LengthOnPaper extends Help {
  /** Default 0. */
  minInches?: number;
  maxInches: number;
}

type Values<V extends string> = readonly [V, ...V[]];

function about({ group, half }: Place, help: Help) {
  return z.meta({
    description: help.description,
    'x-group': group,
    'x-half': help.half ?? half,
    // zod drops `default` of transformed values.
    ...(help.default !== undefined && { default: help.default, 'x-default': help.default }),
    ...(help.unit && { 'x-unit': help.unit }),
    ...(help.expected && { 'x-expected': help.expected }),
    ...(help.secret && { 'x-secret': true }),
    ...(help.lowerCase && { 'x-lower-case': true }),
    ...(help.separator && { 'x-separator': help.separator }),
    ...(help.acceptsOne && { 'x-accepts-one': true }),
  });
}

function bounds({ min, max, above }: Range) {
  return [
    ...(min === undefined ? [] : [z.minimum(min)]),
    ...(max === undefined ? [] : [z.maximum(max)]),
    ...(above === undefined ? [] : [z.gt(above)]),
  ];
}

function lengths({ min = 1, max, pattern }: Length) {
  return [
    z.minLength(min),
    ...(max === undefined ? [] : [z.maxLength(max)]),
    ...(pattern === undefined ? [] : [z.regex(pattern)]),
  ];
}

/** No page is as tall. Without a bound, zod adds that of safe integers to every schema. */
const largestDistance = 100_000_000;

/** Maximum items of a list: bounds the work of one request. */
export const maxItems = 100;

/** Maximum characters of all items of a list. */
export const maxListLength = 131_072;

/**
 * Returns the types of parameters for a group and a half. JSON types only, without coercion.
 * @example
 * const { integer } = declareIn('links');
 * const limit = integer({ description: 'Maximum number of links.', min: 1 });
 * const parameters = { links_limit: withDefault(limit, 100) };
 */
export function declareIn(group: GroupName, half: Half = 'capture') {
  const place: Place = { group, half };
  const types = {
    flag: (help: Help) => z.boolean().check(about(place, help)),
    integer: (range: Range) => z.int().check(...bounds(range), about(place, range)),
    number: (range: Range) => z.number().check(...bounds(range), about(place, range)),
    text: (length: Length) => z.string().check(...lengths(length), about(place, length)),
    /** A length with a unit; in the normalised request a number of CSS px. */
    length: (help: LengthOnPaper) => lengthOnPaper(place, help),
    /** JSON as an object, a list if allowed, or as text; text in the normalised request. */
    json: (length: JsonLength) =>
      z
        .pipe(
          z.union([
            z.string().check(...lengths(length)),
            z.looseObject({}),
            ...(length.isList ? [z.array(z.unknown())] : []),
          ]),
          z.transform<string | unknown[] | Record<string, unknown>, string>((given) =>
            typeof given === 'string' ? given : JSON.stringify(given),
          ),
        )
        .check(about(place, length)),
    /** Text, or an integer from 0 to 100 million; text in the normalised request. */
    textOrInteger: (length: Length) =>
      z
        .pipe(
          z.union([
            z.string().check(...lengths(length)),
            z.int().check(z.minimum(0), z.maximum(largestDistance)),
          ]),
          z.transform<string | number, string>(String),
        )
        .check(about(place, length)),
    choice: <const V extends string>(values: Values<V>, help: Help) =>
      z.enum(values).check(about(place, help)),
    /** A list of free strings. */
    texts: (length: Length) =>
      z
        .array(z.string().check(...lengths({ ...length, description: '' })))
        .check(
          z.maxLength(length.maxItems ?? maxItems),
          about(place, { separator: ',', ...length }),
        ),
    /** A list of values from a set. */
    choices: <const V extends string>(values: Values<V>, help: Help) =>
      z
        .pipe(listOf(values, help), z.transform<V[], V[]>(inOrderOf(values)))
        .check(about(place, { separator: ',', ...help })),
    /** One or several values from a set; a list in the normalised request. */
    oneOrMore: <const V extends string>(values: Values<V>, help: Help) =>
      z
        .pipe(
          z.union([z.enum(values), listOf(values, help)]),
          z.transform<V | V[], V[]>((value) =>
            inOrderOf(values)(Array.isArray(value) ? value : [value]),
          ),
        )
        .check(about(place, { separator: ',', acceptsOne: true, ...help })),
  };
  return {
    ...types,
    /** A flag that is false by default. */
    off: (help: Help) => z._default(types.flag(help), false),
    /** Types of parameters without a default. */
    optional: {
      flag: (help: Help) => z.optional(types.flag(help)),
      integer: (range: Range) => z.optional(types.integer(range)),
      number: (range: Range) => z.optional(types.number(range)),
      text: (length: Length) => z.optional(types.text(length)),
      texts: (length: Length) => z.optional(types.texts(length)),
      length: (help: LengthOnPaper) => z.optional(types.length(help)),
      json: (length: JsonLength) => z.optional(types.json(length)),
      textOrInteger: (length: Length) => z.optional(types.textOrInteger(length)),
    },
  };
}

function lengthOnPaper(place: Place, help: LengthOnPaper) {
  const { minInches = 0, maxInches } = help;
  const [minPx, maxPx] = [minInches * 96, maxInches * 96];
  const isAllowed = (length: string) => {
    const pixels = cssPixels(length) ?? Infinity;
    return pixels >= minPx && pixels <= maxPx;
  };
  return z
    .pipe(
      z.union([
        z.number().check(z.minimum(minPx), z.maximum(maxPx)),
        z.string().check(z.regex(cssLengthPattern), z.refine(isAllowed)),
      ]),
      z.transform<number | string, number>((length) => cssPixels(length) ?? 0),
    )
    .check(
      about(place, {
        expected: `a length from ${minInches === 0 ? '0' : `${minInches}in`} to ${maxInches}in, for example 1cm, 0.5in or 20px; a number alone is px`,
        ...help,
      }),
    );
}

function listOf<const V extends string>(values: Values<V>, { minItems = 0 }: Help) {
  return z.array(z.enum(values)).check(z.minLength(minItems), z.maxLength(maxItems));
}

/** Normalises a set: each value once, in the order of the declaration. */
function inOrderOf<V extends string>(values: readonly V[]): (list: V[]) => V[] {
  return (list) => values.filter((value) => list.includes(value));
}

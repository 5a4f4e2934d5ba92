import * as z from 'zod/mini';
import { cssLengthPattern, cssPixels } from '../values/css-length.ts';

/** Place of a parameter in help texts and docs. */
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

/** A group of Tintype's own, or of a plugin. */
export type GroupName = Group | (string & {});

/**
 * The half of a render that a parameter is for: `load` brings a page into the state that a request
 * asks for, `capture` makes a file of it. `service`: what becomes of the file, and who asks.
 */
export type Half = 'load' | 'capture' | 'service';

/** Place of a declaration. */
interface Place {
  group: GroupName;
  half: Half;
}

/** Documentation of a parameter. */
interface Help {
  /** One line. */
  description: string;
  unit?: 'px' | 's' | 'ms' | 'm' | 'degrees';
  /** The default, where it depends on other parameters and so is filled in after validation. */
  default?: number | string | boolean;
  /** The expected value, in words, if bounds do not describe it. */
  expected?: string;
  /** Set if it differs from that of the parameters around it. */
  half?: Half;
  /** Its value is never repeated in a message. */
  secret?: boolean;
  /** Lower-cased in query strings and flags. */
  lowerCase?: boolean;
  /** Separator of the items of a list that is written as one string. */
  separator?: ',' | '; ';
  /** A single string is a list with one item. */
  acceptsOne?: boolean;
  /** Minimum number of items. If 0, an empty list equals an absent one. */
  minItems?: number;
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

interface LengthOnPaper extends Help {
  /** Nothing when not given. */
  minInches?: number;
  maxInches: number;
}

type Values<V extends string> = readonly [V, ...V[]];

function about({ group, half }: Place, help: Help) {
  return z.meta({
    description: help.description,
    'x-group': group,
    'x-half': help.half ?? half,
    // zod drops `default` where a value is transformed.
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

/** No page is as tall. Without a bound, zod writes that of safe integers into every schema. */
const largestDistance = 100_000_000;

/** Each list holds at most this many items: a bound on the work that one request can cause. */
export const maxItems = 100;

/** The items of a list hold at most this many characters together. */
export const maxListLength = 131_072;

/**
 * The types of parameters, for one group and one half. JSON types only: nothing is coerced here.
 *
 * @example
 * const { integer } = declareIn('links'); const parameters = { links_limit: withDefault(integer({
 * description: 'How many at most.', min: 1 }), 100) };
 */
export function declareIn(group: GroupName, half: Half = 'capture') {
  const place: Place = { group, half };
  return {
    flag: (help: Help) => z.boolean().check(about(place, help)),
    integer: (range: Range) => z.int().check(...bounds(range), about(place, range)),
    number: (range: Range) => z.number().check(...bounds(range), about(place, range)),
    text: (length: Length) => z.string().check(...lengths(length), about(place, length)),
    /** A length with a unit; in the normalised request a number of CSS px. */
    length: (help: LengthOnPaper) => lengthOnPaper(place, help),
    /** JSON that may be given as an object or as its text; in the normalised request its text. */
    json: (length: Length & { max: number }) =>
      z
        .pipe(
          z.union([z.string().check(...lengths(length)), z.looseObject({})]),
          z.transform<string | Record<string, unknown>, string>((given) =>
            typeof given === 'string' ? given : JSON.stringify(given),
          ),
        )
        .check(about(place, length)),
    /** Text, or a whole number from 0 to 100 million; in the normalised request its text. */
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
        .check(z.maxLength(maxItems), about(place, { separator: ',', ...length })),
    /** A list of values out of a set. */
    choices: <const V extends string>(values: Values<V>, help: Help) =>
      z
        .pipe(listOf(values, help), z.transform<V[], V[]>(inOrderOf(values)))
        .check(about(place, { separator: ',', ...help })),
    /** One value out of a set, or several; always a list in the normalised request. */
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

/** Sets have one form: each value once, in the order of the declaration. */
function inOrderOf<V extends string>(values: readonly V[]): (list: V[]) => V[] {
  return (list) => values.filter((value) => list.includes(value));
}

import * as z from 'zod/mini';
import { RenderError } from '../errors/render-error.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { fileOf } from '../kinds/kind-info.ts';
import { readValue } from '../read/read-value.ts';
import { parameterError, placedProblem, refusal } from '../read/refusal.ts';
import { missingValue, wrongValue } from '../read/wrong-value.ts';
import { parseRequest, type ParsedRequest, type ParseOptions } from '../request/parse-request.ts';
import { comparedTypeOf, patternProblem } from '../values/compared-type.ts';
import { comparisonFields } from '../wire/comparison.ts';
import type { ComparedArea } from '../wire/comparison.ts';

/** A side of a comparison: the result of an earlier request, or a page to render. */
export type ParsedSide = { id: string; output?: string } | RenderedSide;

/** A page to render, and the media type of its file. */
type RenderedSide = ParsedRequest & { mediaType: string };

/** Result of {@link parseComparison}. */
export interface ParsedComparison {
  before: ParsedSide;
  after: ParsedSide;
  options: {
    ignore?: readonly ComparedArea[];
    ignoreText?: readonly string[];
    threshold?: number;
  };
}

type Given = Readonly<Record<string, unknown>>;

const fields = z.strictObject({
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  ...comparisonFields,
});

const stored = z.strictObject({
  request: z.string().check(z.minLength(1), z.maxLength(64)),
  output: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/**
 * Checks a request to compare two sides, each `{ "request": id }`, optionally with the name of an
 * `output`, or the parameters of a render with its `kind`.
 * @throws {RenderError} As `parseRequest`, with the path of a parameter: `before.url`
 */
export function parseComparison(input: Given, options: ParseOptions = {}): ParsedComparison {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const {
    before,
    after,
    ignore,
    ignore_text: ignoreText,
    threshold,
  } = readValue(fields, given, '');
  for (const pattern of ignoreText ?? []) checkPattern(pattern);
  return {
    before: readSide('before', before, options),
    after: readSide('after', after, options),
    options: {
      ...(ignore && { ignore }),
      ...(ignoreText && { ignoreText }),
      ...(threshold !== undefined && { threshold }),
    },
  };
}

const sideForm = 'an object with the id of a request, or with the parameters of a render';

function readSide(name: string, value: unknown, options: ParseOptions): ParsedSide {
  if (value === undefined) {
    throw parameterError(name, missingValue(name, sideForm), 'missing_parameter');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw parameterError(name, wrongValue(name, sideForm, value));
  }
  if ('request' in value) {
    const { request: id, output } = readValue(stored, value, name);
    return { id, ...(output !== undefined && { output }) };
  }
  return rendered(name, value as Given, options);
}

/** Formats of sides that name none: a lossy format would change pixels. */
const usualFormats: Given = { screenshot: 'png', scrape: 'md' };

function rendered(name: string, given: Given, options: ParseOptions): RenderedSide {
  const { kinds = builtInKinds } = options;
  try {
    const format = usualFormats[String(given['kind'])];
    const parsed = parseRequest({ ...(format !== undefined && { format }), ...given }, options);
    if (parsed.request.async) {
      const message = `${name}.async must be left out: the answer has the comparison.`;
      throw parameterError(`${name}.async`, message);
    }
    const { mediaType } = fileOf(kinds.get(parsed.request.kind), parsed.request);
    const type = comparedTypeOf(mediaType);
    if (type === 'image' || type === 'text') return { ...parsed, mediaType };
    const message = wrongValue(`${name}.kind`, 'a kind of images or texts', given['kind']);
    throw parameterError(`${name}.kind`, message);
  } catch (error) {
    if (!(error instanceof RenderError) || error.details === undefined) throw error;
    const { code, details } = error;
    if (details.some(({ parameter }) => parameter.startsWith(`${name}.`))) throw error;
    throw refusal(details.map((detail) => placedProblem(detail, name, code)));
  }
}

function checkPattern(pattern: string): void {
  if (patternProblem(pattern) === undefined) return;
  const message = wrongValue('ignore_text', 'a list of regular expressions', pattern);
  throw parameterError('ignore_text', message);
}

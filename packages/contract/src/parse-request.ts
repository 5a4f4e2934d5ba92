import type { ErrorCode } from './error-table.ts';
import { describeExpected, describeValue } from './describe-value.ts';
import { isKind, kinds, type Kind } from './kinds.ts';
import { nearest } from './nearest.ts';
import { normalise } from './normalise.ts';
import { pairSplitters } from './pairs.ts';
import { parameterInfo } from './parameter-list.ts';
import { RenderError } from './render-error.ts';
import { acceptsOne, parameterNames, requestSchema, takesParameter } from './request-schemas.ts';
import type { RenderRequest } from './requests.ts';
import type { RuleOptions, RuleValues } from './rule.ts';
import { rules } from './rules.ts';

/** A request that was checked. */
export interface ParsedRequest {
  request: RenderRequest;
  /** Parameters of other kinds that were given and have no meaning for this one. */
  ignored: string[];
}

interface Problem {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/** How many problems a message tells; `details` has them all. */
const maxToldProblems = 3;

/**
 * Checks a request and fills in its defaults. Pure: nothing is fetched and nothing is started.
 *
 * `null` and `undefined` mean that a parameter is not given, as clients in several languages send
 * them; so does an empty list, where nothing is required. A parameter of another kind is ignored and
 * told in `ignored`. The result parses to itself.
 *
 * @throws {RenderError} `invalid_request`, `missing_parameter`, `unknown_parameter` or
 * `invalid_parameter`; `details` has one entry for each parameter that is wrong.
 * @example
 * parseRequest({ kind: 'screenshot', url: 'https://example.com', full_page: true }).request;
 */
export function parseRequest(input: unknown, options: RuleOptions = {}): ParsedRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new RenderError(
      'invalid_request',
      `A request must be an object with parameters; got ${describeValue(input)}.`,
    );
  }
  const { kind } = input as { kind?: unknown };
  if (!isKind(kind)) throw wrongKind(kind);
  const { values, ignored, unknown } = sortParameters(kind, input);
  const checked = requestSchema(kind).safeParse(values);
  const problems = [
    ...unknown.map((name) => unknownParameter(kind, name)),
    ...wrongParameters(kind, values, checked.error?.issues ?? []),
  ];
  if (checked.success) problems.push(...brokenRules(checked.data, kind, options));
  if (problems.length > 0 || !checked.success) throw refusal(problems);
  return { request: normalise(kind, checked.data), ignored };
}

function wrongKind(kind: unknown): RenderError {
  const missing = kind === undefined || kind === null;
  const message = missing
    ? `kind is required: one of ${kinds.join(', ')}.`
    : `kind must be one of ${kinds.join(', ')}; got ${describeValue(kind)}.`;
  return refusal([
    { code: missing ? 'missing_parameter' : 'invalid_parameter', parameter: 'kind', message },
  ]);
}

/** Tells what belongs to this kind from what belongs to another one and from what is unknown. */
function sortParameters(kind: Kind, input: object) {
  const values: Record<string, unknown> = {};
  const ignored: string[] = [];
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (name === 'kind') continue;
    const absent = value === null || value === undefined;
    if (takesParameter(kind, name)) {
      if (!absent) values[name] = asList(kind, name, value);
    } else if (kinds.some((other) => takesParameter(other, name))) {
      if (!absent) ignored.push(name);
    } else {
      unknown.push(name);
    }
  }
  return { values, ignored, unknown };
}

/** Lists that may be written as one string, or with several pairs in one item. */
function asList(kind: Kind, name: string, value: unknown): unknown {
  if (typeof value === 'string' && acceptsOne(kind, name)) {
    return value.split(',').map((item) => item.trim());
  }
  const split = Object.hasOwn(pairSplitters, name) ? pairSplitters[name] : undefined;
  if (split === undefined || !Array.isArray(value)) return value;
  return value.flatMap((item: unknown) => (typeof item === 'string' ? split(item) : [item]));
}

function unknownParameter(kind: Kind, name: string): Problem {
  const near = nearest(name, parameterNames(kind)) ?? nearest(name, kinds.flatMap(parameterNames));
  const hint =
    near === undefined ? `${kind} takes no parameter of this name.` : `Did you mean ${near}?`;
  const shown = /^\w{1,64}$/.test(name) ? name : describeValue(name);
  return {
    code: 'unknown_parameter',
    parameter: name.slice(0, 64),
    message: `Unknown parameter ${shown}. ${hint}`,
  };
}

function wrongParameters(
  kind: Kind,
  values: Record<string, unknown>,
  issues: readonly { path: PropertyKey[] }[],
): Problem[] {
  const names = new Set(issues.map(({ path }) => String(path[0])));
  return [...names].map((name) => wrongParameter(kind, name, values[name]));
}

function wrongParameter(kind: Kind, name: string, value: unknown): Problem {
  const info = parameterInfo(kind, name);
  const expected = info === undefined ? 'something else' : describeExpected(info);
  if (value === undefined) {
    return {
      code: 'missing_parameter',
      parameter: name,
      message: `${name} is required for a ${kind}: ${expected}.`,
    };
  }
  const wrong = wrongItem(value, info);
  const shown =
    wrong === undefined
      ? describeValue(value, info?.secret)
      : `${describeValue(wrong.item, info?.secret)} as item ${wrong.position}`;
  const candidate = wrong === undefined ? value : wrong.item;
  const near = typeof candidate === 'string' ? nearest(candidate, info?.values ?? []) : undefined;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    code: 'invalid_parameter',
    parameter: name,
    message: `${name} must be ${expected}; got ${shown}.${hint}`,
  };
}

/** The first item of a list that is not allowed. */
function wrongItem(
  value: unknown,
  info: ReturnType<typeof parameterInfo>,
): { item: unknown; position: number } | undefined {
  if (!Array.isArray(value) || info?.type !== 'list') return undefined;
  const { values, minLength = 0, maxLength = Infinity } = info;
  const index = value.findIndex(
    (item) =>
      typeof item !== 'string' ||
      (values !== undefined && !values.includes(item)) ||
      item.length < minLength ||
      item.length > maxLength,
  );
  return index < 0 ? undefined : { item: value[index], position: index + 1 };
}

function brokenRules(values: RuleValues, kind: Kind, options: RuleOptions): Problem[] {
  return rules.flatMap(({ parameter, code = 'invalid_parameter', check }) => {
    const message = check(values, kind, options);
    return message === undefined ? [] : [{ code, parameter, message }];
  });
}

function refusal(problems: readonly Problem[]): RenderError {
  const [first] = problems;
  const told = problems.slice(0, maxToldProblems).map(({ message }) => message);
  const more = problems.length - told.length;
  if (more > 0) told.push(`And ${more} more.`);
  return new RenderError(first?.code ?? 'invalid_parameter', told.join(' '), {
    details: problems.map(({ parameter, message }) => ({ parameter, message })),
  });
}

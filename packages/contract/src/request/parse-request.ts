import { describeValue } from '../read/describe-value.ts';
import { isKind, kinds, type Kind } from '../kinds/kinds.ts';
import { normalise } from './normalise.ts';
import { oversizedParameter, unknownParameter, wrongParameters } from './parameter-problems.ts';
import { maxUnknown, refusal, type Problem } from '../read/refusal.ts';
import { missingValue, wrongValue } from '../read/wrong-value.ts';
import { usualTimeoutS } from '../kinds/screencast/longest-render.ts';
import { RenderError } from '../errors/render-error.ts';
import { requestSchema } from './request-schemas.ts';
import type { RenderRequest } from './requests.ts';
import type { RuleOptions, RuleValues } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { sortParameters } from './sort-parameters.ts';

/** A request that was checked. */
export interface ParsedRequest {
  request: RenderRequest;
  /** Parameters of other kinds that were given and have no meaning for this one. */
  ignored: string[];
}

/**
 * Checks a request and fills in its defaults. Pure: nothing is fetched and nothing is started.
 *
 * `null` and `undefined` mean that a parameter is not given, as clients in several languages send
 * them; so does an empty list, where nothing is required. A parameter of another kind is ignored and
 * told in `ignored`. The result parses to itself. An adapter that takes the kind from somewhere else
 * puts it last (`{ ...body, kind }`), so that a body cannot change it.
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
  const { values, ignored, unknown, oversized } = sortParameters(kind, input);
  const problems = [
    ...unknown.map((name) => unknownParameter(kind, name)),
    ...oversized.map((name) => oversizedParameter(kind, name)),
  ];
  const isAll = unknown.length < maxUnknown;
  if (oversized.length > 0 || !isAll) throw refusal(problems, isAll);
  const { maxTimeoutS = usualTimeoutS } = options;
  if (maxTimeoutS < usualTimeoutS) values['timeout'] ??= maxTimeoutS;
  const checked = requestSchema(kind).safeParse(values);
  problems.push(...wrongParameters(kind, values, checked.error?.issues ?? []));
  if (checked.success) problems.push(...brokenRules(checked.data, values, kind, options));
  if (problems.length > 0 || !checked.success) throw refusal(problems);
  return { request: normalise(kind, checked.data), ignored };
}

function wrongKind(kind: unknown): RenderError {
  const missing = kind === undefined || kind === null;
  const expected = `one of ${kinds.join(', ')}`;
  const message = missing
    ? missingValue('kind', expected)
    : wrongValue('kind', expected, kind, { values: kinds });
  return refusal([
    { code: missing ? 'missing_parameter' : 'invalid_parameter', parameter: 'kind', message },
  ]);
}

function brokenRules(
  values: RuleValues,
  given: Readonly<Record<string, unknown>>,
  kind: Kind,
  options: RuleOptions,
): Problem[] {
  return rules.flatMap((rule) => {
    const found = rule.check(values, kind, options);
    if (found === undefined) return [];
    const { parameter, message } =
      typeof found === 'string' ? { parameter: rule.parameter, message: found } : found;
    const [first = '', ...others] = [parameter].flat();
    const named = [first, ...others].find((name) => given[name] !== undefined) ?? first;
    return [{ code: rule.code ?? 'invalid_parameter', parameter: named, message }];
  });
}

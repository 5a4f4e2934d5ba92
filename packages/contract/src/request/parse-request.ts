import { describeValue, missingValue, wrongValue } from '../read/wrong-value.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { normalise } from './normalise.ts';
import { oversizedParameter, unknownParameter, wrongParameters } from './parameter-problems.ts';
import { maxUnknown, parameterError, refusal, type Problem } from '../read/refusal.ts';
import { usualTimeoutS } from '../kinds/screencast/longest-render.ts';
import { RenderError } from '../errors/render-error.ts';
import { oncePer } from '../read/once-per.ts';
import { requestSchema } from './request-schemas.ts';
import type { RenderRequest } from './requests.ts';
import type { Rule, RuleOptions } from '../rules/rule.ts';
import { deliveryRules, pageRules } from '../rules/rules.ts';
import { withOwnNames } from './names.ts';
import { withRecording } from '../steps/with-recording.ts';
import { sortParameters } from './sort-parameters.ts';

/** Options of {@link parseRequest}. */
export interface ParseOptions extends RuleOptions {
  /** Known kinds. Default: the built-in ones. */
  kinds?: KindSet;
}

/** Result of {@link parseRequest}. */
export interface ParsedRequest {
  request: RenderRequest;
  /** Parameters of other kinds, which have no effect on this one. */
  ignored: string[];
}

/**
 * Validates a request and fills in its defaults, without side effects.
 * `null`, `undefined` and optional empty lists equal an absent parameter. Parameters of other kinds
 * are listed in `ignored`. Parsing the result again returns it unchanged. An adapter that knows the
 * kind sets it last (`{ ...body, kind }`), so that a body cannot override it.
 * @throws {RenderError} `invalid_request`, `missing_parameter`, `unknown_parameter` or
 * `invalid_parameter`; `details` has one entry for each parameter that is wrong.
 */
export function parseRequest(input: unknown, options: ParseOptions = {}): ParsedRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new RenderError(
      'invalid_request',
      `A request must be an object with parameters; got ${describeValue(input)}.`,
    );
  }
  const { kinds = builtInKinds, maxTimeoutS = usualTimeoutS } = options;
  const { kind: given } = input as { kind?: unknown };
  const kind = kinds.find(given);
  if (kind === undefined) throw wrongKind(given, kinds.names);
  const { values, ignored, unknown, oversized } = sortParameters(kind, withOwnNames(input), kinds);
  const problems = [
    ...unknown.map((name) => unknownParameter(kind, name, kinds)),
    ...oversized.map((name) => oversizedParameter(kind, name, kinds)),
  ];
  const isAll = unknown.length < maxUnknown;
  if (oversized.length > 0 || !isAll) throw refusal(problems, isAll);
  if (maxTimeoutS < usualTimeoutS) values['timeout'] ??= maxTimeoutS;
  const checked = requestSchema(kind).safeParse(withRecording(values));
  problems.push(...wrongParameters(kind, values, checked.error?.issues ?? [], kinds));
  if (checked.success) problems.push(...brokenRules(checked.data, values, kind, options));
  if (problems.length > 0 || !checked.success) throw refusal(problems);
  return { request: normalise(kind, checked.data), ignored };
}

function wrongKind(kind: unknown, kinds: readonly string[]): RenderError {
  const expected = `one of ${kinds.join(', ')}`;
  return kind === undefined || kind === null
    ? parameterError('kind', missingValue('kind', expected), 'missing_parameter')
    : parameterError('kind', wrongValue('kind', expected, kind, { values: kinds }));
}

/** Returns the rules of a kind, in the order in which they are checked and reported. */
export const rulesOf: (kind: KindDefinition) => readonly Rule<never>[] = oncePer(({ rules }) => [
  ...pageRules,
  ...rules,
  ...deliveryRules,
]);

function brokenRules(
  values: object,
  given: Readonly<Record<string, unknown>>,
  kind: KindDefinition,
  options: RuleOptions,
): Problem[] {
  return rulesOf(kind).flatMap((rule) => {
    const found = rule.check(values as never, options);
    if (found === undefined) return [];
    const { parameter, message } =
      typeof found === 'string' ? { parameter: rule.parameter, message: found } : found;
    const [first = '', ...others] = [parameter].flat();
    const named = [first, ...others].find((name) => given[name] !== undefined) ?? first;
    return [{ code: rule.code ?? 'invalid_parameter', parameter: named, message }];
  });
}

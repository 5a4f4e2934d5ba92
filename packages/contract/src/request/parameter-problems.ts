import { maxItems, maxListLength } from '../parameters/declare.ts';
import { describeExpected, describeValue } from './describe-value.ts';
import type { ErrorCode } from '../errors/error-table.ts';
import { kinds, type Kind } from '../kinds/kinds.ts';
import { nearest } from './nearest.ts';
import { parameterInfo, type ParameterInfo } from '../project/parameter-list.ts';
import { RenderError } from '../errors/render-error.ts';
import { once, parameterNames } from './request-schemas.ts';
import { maxUnknown } from './sort-parameters.ts';
import { nearestName } from './synonyms.ts';

/** What is wrong with one parameter, and under which code. */
export interface Problem {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/** How many problems a message tells, and how many `details` has. */
const maxToldProblems = 3;
const maxDetails = 50;

const namesOfAll = once(() => [...new Set(kinds.flatMap(parameterNames))]);

/** A name that no kind takes, with the one that it most likely stands for. */
export function unknownParameter(kind: Kind, name: string): Problem {
  const near = nearestName(name, parameterNames(kind)) ?? nearestName(name, namesOfAll());
  const hint =
    near === undefined ? `${kind} takes no parameter of this name.` : `Did you mean ${near}?`;
  const shown = /^\w{1,64}$/.test(name) ? name : describeValue(name);
  return {
    code: 'unknown_parameter',
    parameter: name.slice(0, 64),
    message: `Unknown parameter ${shown}. ${hint}`,
  };
}

/** A value so long that it is not looked at. */
export function oversizedParameter(kind: Kind, name: string): Problem {
  const info = parameterInfo(kind, name);
  const expected = info === undefined ? 'shorter' : describeExpected(info);
  const items =
    info?.type === 'list'
      ? `, at most ${maxItems} items and ${maxListLength} characters in all`
      : '';
  return {
    code: 'invalid_parameter',
    parameter: name,
    message: `${name} must be ${expected}${items}; got more than that.`,
  };
}

/** Says what zod found in our own words, which name the range and what came. */
export function wrongParameters(
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
  info: ParameterInfo | undefined,
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

/**
 * The error for all that is wrong; its code is that of the first problem.
 * @param isAll whether everything was looked at
 */
export function refusal(problems: readonly Problem[], isAll = true): RenderError {
  const [first] = problems;
  const told = problems.slice(0, maxToldProblems).map(({ message }) => message);
  const more = problems.length - told.length;
  if (more > 0) told.push(`And ${more} more.`);
  if (!isAll) told.push(`Reading stopped after ${maxUnknown} unknown names.`);
  return new RenderError(first?.code ?? 'invalid_parameter', told.join(' '), {
    details: problems
      .slice(0, maxDetails)
      .map(({ parameter, message }) => ({ parameter, message })),
  });
}

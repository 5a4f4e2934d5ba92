import { maxItems, maxListLength } from '../parameters/declare.ts';
import { describeExpected } from '../read/describe-expected.ts';
import { kinds, type Kind } from '../kinds/kinds.ts';
import { parameterInfo, type ParameterInfo } from '../project/parameter-list.ts';
import type { Problem } from '../read/refusal.ts';
import { missingValue, unknownName, wrongValue } from '../read/wrong-value.ts';
import { once, parameterNames } from './request-schemas.ts';
import { nearestName } from './synonyms.ts';

const namesOfAll = once(() => [...new Set(kinds.flatMap(parameterNames))]);

/** A name that no kind takes, with the one that it most likely stands for. */
export function unknownParameter(kind: Kind, name: string): Problem {
  const near = nearestName(name, parameterNames(kind)) ?? nearestName(name, namesOfAll());
  const otherwise = `${kind} takes no parameter of this name.`;
  return {
    code: 'unknown_parameter',
    parameter: name.slice(0, 64),
    message: unknownName('parameter', name, near, otherwise),
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
    const message = missingValue(name, expected, `a ${kind}`);
    return { code: 'missing_parameter', parameter: name, message };
  }
  const { secret, values: allowed } = info ?? {};
  const wrong = wrongItem(value, info) ?? { item: value };
  return {
    code: 'invalid_parameter',
    parameter: name,
    message: wrongValue(name, expected, wrong.item, { secret, values: allowed, ...wrong }),
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

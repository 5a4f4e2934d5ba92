import { maxItems, maxListLength } from '../parameters/declare.ts';
import { describeExpected } from '../read/value-info.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { parameterInfos, type ParameterInfo } from '../project/parameter-list.ts';
import type { Problem } from '../read/refusal.ts';
import { missingValue, unknownName, wrongValue } from '../read/wrong-value.ts';
import { oncePer } from '../read/once-per.ts';
import { parameterNames } from './request-schemas.ts';
import { nearestName } from './names.ts';

const namesOfAll = oncePer((kinds: KindSet) => [...new Set([...kinds].flatMap(parameterNames))]);

/** Returns the problem of an unknown name, with the nearest known one. */
export function unknownParameter(kind: KindDefinition, name: string, kinds: KindSet): Problem {
  const near = nearestName(name, parameterNames(kind)) ?? nearestName(name, namesOfAll(kinds));
  const otherwise = `${kind.name} has no parameter of this name.`;
  return {
    code: 'unknown_parameter',
    parameter: name.slice(0, 64),
    message: unknownName('parameter', name, near, otherwise),
  };
}

/** Returns the problem of a value that is too long to be checked. */
export function oversizedParameter(kind: KindDefinition, name: string, kinds: KindSet): Problem {
  const info = parameterInfos(kind.name, kinds).get(name);
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

/** Converts zod's issues to messages that name the range and the value received. */
export function wrongParameters(
  kind: KindDefinition,
  values: Record<string, unknown>,
  issues: readonly { path: PropertyKey[] }[],
  kinds: KindSet,
): Problem[] {
  const names = new Set(issues.map(({ path }) => String(path[0])));
  return [...names].map((name) => wrongParameter(kind, name, values[name], kinds));
}

function wrongParameter(
  kind: KindDefinition,
  name: string,
  value: unknown,
  kinds: KindSet,
): Problem {
  const info = parameterInfos(kind.name, kinds).get(name);
  const expected = info === undefined ? 'something else' : describeExpected(info);
  if (value === undefined) {
    const message = missingValue(name, expected, `a ${kind.name}`);
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

/** Returns the first invalid item of a list. */
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

import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import type { Half } from '../parameters/declare.ts';
import { parameterInfos, parameterList } from '../project/parameter-list.ts';
import { takesParameter } from './request-schemas.ts';

/** Returns the given names that belong to a half for every kind that has them. */
export function namesOfHalf(input: object, half: Half, kinds: KindSet): string[] {
  const infos = parameterList(undefined, kinds);
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || value === null || name === 'kind') return [];
    const known = infos.filter((info) => info.name === name);
    return known.length > 0 && known.every((info) => info.half === half) ? [name] : [];
  });
}

/** Returns the parameters of one half of a validated request. */
export function partOf(
  request: { kind: string },
  half: Half,
  kinds: KindSet,
): Record<string, unknown> {
  const infos = parameterInfos(request.kind, kinds);
  const entries = Object.entries(request).filter(([name]) => infos.get(name)?.half === half);
  return Object.fromEntries(entries);
}

/** Returns the first kind that has all parameters of a page; its rules apply to them. */
export function kindOfPage(input: object, kinds: KindSet): KindDefinition {
  const names = Object.keys(input);
  const fitting = [...kinds].find((kind) => names.every((name) => takesParameter(kind, name)));
  return fitting ?? kinds.get('screenshot');
}

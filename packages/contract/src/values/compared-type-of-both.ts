import { RenderError } from '../errors/render-error.ts';
import { comparedTypeOf, comparedTypes, type ComparedType } from './compared-type.ts';

/**
 * Returns as what files of two media types are compared.
 * @param allowed - types that the caller compares; default: all
 * @throws RenderError `invalid_request` unless both are of one of them
 */
export function comparedTypeOfBoth<Type extends ComparedType = ComparedType>(
  before: string,
  after: string,
  allowed: readonly Type[] = Object.keys(comparedTypes) as Type[],
): Type {
  const first = comparedTypeOf(before);
  const type = allowed.find((each) => each === first);
  if (type !== undefined && type === comparedTypeOf(after)) return type;
  const names = allowed.map((each) => comparedTypes[each]);
  const words = [names.slice(0, -1).join(', '), names.at(-1)].join(' or ');
  const message = `Only ${words} can be compared; got ${before} and ${after}.`;
  throw new RenderError('invalid_request', message);
}

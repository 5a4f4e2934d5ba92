import { maxElementsBytes } from '@tintype/contract/light';
import type { ElementsInImage } from '@tintype/core';
import type { CompareOptions, PageElements } from './comparison.ts';

/**
 * Returns the option `elements` for the elements of two pages, of which one may not be known;
 * undefined if there are none, or images of two scales.
 */
export function elementsOfBoth(
  before: ElementsInImage | undefined,
  after: ElementsInImage | undefined,
): CompareOptions['elements'] {
  const scale = (after ?? before)?.scale;
  if (scale === undefined || (before ?? after)?.scale !== scale) return undefined;
  return { before: before && read(before), after: after && read(after), scale };
}

function read({ json }: ElementsInImage): PageElements | undefined {
  if (json.byteLength > maxElementsBytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(json)) as PageElements;
  } catch {
    return undefined;
  }
}

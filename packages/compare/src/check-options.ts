import { maxIgnoredAreas, maxIgnoredPatterns, wrongValue } from '@tintype/contract/light';
import { parameterError } from '@tintype/contract/read';
import type { RenderError } from '@tintype/contract/errors';
import type {
  Area,
  ComparedFile,
  CompareOptions,
  PageElement,
  PageElements,
} from './comparison.ts';

/** Each region is compared with all of them. */
const maxElements = 5000;

/** Rejects options that would have another effect than they seem to. @throws RenderError */
export function checkOptions(options: CompareOptions): void {
  const {
    ignore = [],
    ignoreText = [],
    threshold = 0,
    maxPixels = 1,
    sideBySide = false,
  } = options;
  checkAreas('ignore', ignore);
  const isPattern = (value: unknown) => typeof value === 'string';
  if (
    !Array.isArray(ignoreText) ||
    ignoreText.length > maxIgnoredPatterns ||
    !ignoreText.every(isPattern)
  ) {
    throw invalid(
      'ignoreText',
      `at most ${maxIgnoredPatterns} regular expressions as text`,
      ignoreText,
    );
  }
  if (!(typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) {
    throw invalid('threshold', 'a number from 0 to 1', threshold);
  }
  if (!(typeof maxPixels === 'number' && maxPixels >= 1)) {
    throw invalid('maxPixels', 'a number above 0', maxPixels);
  }
  if (typeof sideBySide !== 'boolean') throw invalid('sideBySide', 'a boolean', sideBySide);
  checkElements(options.elements);
}

/** Rejects areas of a file that are none. @throws RenderError */
export function checkIgnored({ receipt, ignored = receipt?.ignored ?? [] }: ComparedFile): void {
  checkAreas('ignored', ignored);
}

function checkAreas(name: string, areas: unknown): void {
  if (Array.isArray(areas) && areas.length <= maxIgnoredAreas && areas.every(isArea)) return;
  throw invalid(name, `at most ${maxIgnoredAreas} areas of finite x, y, width and height`, areas);
}

function checkElements(elements: CompareOptions['elements'] = {}): void {
  const { before, after, scale = 1 } = elements;
  if (!(Number.isFinite(scale) && scale > 0)) {
    throw invalid('elements.scale', 'a number above 0', scale);
  }
  for (const [name, side] of Object.entries({ before, after })) {
    if (side === undefined || isElements(side)) continue;
    const expected = `the result of a scrape with format: elements, of at most ${maxElements} elements`;
    throw invalid(`elements.${name}`, expected, side);
  }
}

function isElements(value: unknown): value is PageElements {
  const { elements } = (value ?? {}) as Partial<PageElements>;
  return Array.isArray(elements) && elements.length <= maxElements && elements.every(isElement);
}

function isElement(value: unknown): value is PageElement {
  const { selector, text = '', image = '', box } = (value ?? {}) as Partial<PageElement>;
  return (
    [selector, text, image].every((part) => typeof part === 'string') &&
    Array.isArray(box) &&
    box.length === 4 &&
    box.every((side) => Number.isFinite(side))
  );
}

function isArea(value: unknown): value is Area {
  const { x, y, width, height } = (value ?? {}) as Partial<Area>;
  return [x, y, width, height].every((side) => Number.isFinite(side));
}

function invalid(name: string, expected: string, value: unknown): RenderError {
  return parameterError(name, wrongValue(name, expected, value));
}

import { wrongValue } from '@tintype/contract/light';
import { parameterError } from '@tintype/contract/read';
import type { RenderError } from '@tintype/contract/errors';
import type { Area, CompareOptions } from './comparison.ts';

/** Each ignored area is drawn. */
const maxAreas = 50;
const maxPatterns = 100;

/** Rejects options that would have another effect than they seem to. @throws RenderError */
export function checkOptions(options: CompareOptions): void {
  const { ignore = [], ignoreText = [], threshold = 0, maxPixels = 1 } = options;
  if (!Array.isArray(ignore) || ignore.length > maxAreas || !ignore.every(isArea)) {
    throw invalid('ignore', `at most ${maxAreas} areas of finite x, y, width and height`, ignore);
  }
  const isPattern = (value: unknown) => typeof value === 'string';
  if (
    !Array.isArray(ignoreText) ||
    ignoreText.length > maxPatterns ||
    !ignoreText.every(isPattern)
  ) {
    throw invalid('ignoreText', `at most ${maxPatterns} regular expressions as text`, ignoreText);
  }
  if (!(typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) {
    throw invalid('threshold', 'a number from 0 to 1', threshold);
  }
  if (!(typeof maxPixels === 'number' && maxPixels >= 1)) {
    throw invalid('maxPixels', 'a number above 0', maxPixels);
  }
}

function isArea(value: unknown): value is Area {
  const { x, y, width, height } = (value ?? {}) as Partial<Area>;
  return [x, y, width, height].every((side) => Number.isFinite(side));
}

function invalid(name: string, expected: string, value: unknown): RenderError {
  return parameterError(name, wrongValue(name, expected, value));
}

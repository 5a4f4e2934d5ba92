import { maxItems, maxListLength } from '../parameters/declare.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { pairSplitters } from '../values/pair-lists.ts';
import { maxUnknown } from '../read/refusal.ts';
import { acceptsOne, takesParameter } from './request-schemas.ts';
import { maxStepsLength } from '../steps/steps.ts';
import { maxStateLength } from '../values/storage-state.ts';

/** Maximum length of texts without a bound of their own. */
const maxTextLength = 65_536;

/** Maximum length of texts that may be longer. */
const longTexts: Readonly<Record<string, number>> = {
  html: Infinity,
  storage_state: maxStateLength,
  steps: maxStepsLength,
};

/** Result of {@link sortParameters}. */
export interface SortedParameters {
  /** Parameters of the kind, not yet validated. */
  values: Record<string, unknown>;
  /** Parameters of another kind. */
  ignored: string[];
  /** Parameters of no kind, up to a limit. */
  unknown: string[];
  /** Parameters rejected for their size, before each character or item is checked. */
  oversized: string[];
}

/** Divides parameters into those of this kind, of another kind, and unknown ones. */
export function sortParameters(
  kind: KindDefinition,
  input: object,
  kinds: KindSet,
): SortedParameters {
  const sorted: SortedParameters = { values: {}, ignored: [], unknown: [], oversized: [] };
  for (const [name, value] of Object.entries(input)) {
    if (name === 'kind') continue;
    const isAbsent = value === null || value === undefined;
    if (takesParameter(kind, name)) {
      if (isAbsent) continue;
      const given = isOversized(name, value) ? undefined : asList(kind, name, value);
      if (given === undefined || isOversized(name, given)) sorted.oversized.push(name);
      else sorted.values[name] = given;
    } else if (isParameter(name, kinds)) {
      if (!isAbsent) sorted.ignored.push(name);
    } else if (sorted.unknown.push(name) >= maxUnknown) {
      break;
    }
  }
  return sorted;
}

/** Returns true if any kind has a parameter of this name. */
export function isParameter(name: string, kinds: KindSet): boolean {
  for (const kind of kinds) if (takesParameter(kind, name)) return true;
  return false;
}

function isOversized(name: string, value: unknown): boolean {
  if (typeof value === 'string') {
    return value.length > (Object.hasOwn(longTexts, name) ? longTexts[name]! : maxTextLength);
  }
  if (!Array.isArray(value)) return false;
  if (value.length > maxItems) return true;
  const lengths = value.map((item: unknown) => (typeof item === 'string' ? item.length : 0));
  return lengths.reduce((sum, length) => sum + length, 0) > maxListLength;
}

/** Splits lists given as one string, and items with several pairs. */
function asList(kind: KindDefinition, name: string, value: unknown): unknown {
  if (typeof value === 'string' && acceptsOne(kind, name)) {
    return value.split(',').map((item) => item.trim());
  }
  const split = Object.hasOwn(pairSplitters, name) ? pairSplitters[name] : undefined;
  if (split === undefined || !Array.isArray(value)) return value;
  const items: unknown[] = [];
  for (const item of value as unknown[]) {
    if (items.length > maxItems) break;
    items.push(...(typeof item === 'string' ? split(item) : [item]));
  }
  return items;
}

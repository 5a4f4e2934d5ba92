import { structureProblem } from '@tintype/contract/read';

/** JSON beyond this is compared as it is written: indenting it takes memory. */
export const jsonLimits = { maxDepth: 100, maxObjects: 1_000_000 };

/** Members that TypeScript's library does not declare yet (ES2026). */
const json = JSON as typeof JSON & {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(
    text: string,
    revive: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};

/** Returns JSON with sorted keys and one value per line; other text as it is. */
export function sortedJson(text: string): string {
  if (structureProblem(text, jsonLimits) !== undefined) return text;
  try {
    return JSON.stringify(json.parse(text, keepNumber), sortKeys, 1);
  } catch {
    return text;
  }
}

/** Numbers that a double cannot represent are kept as they are written. */
function keepNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && source !== undefined && String(value) !== source;
  return isRounded ? json.rawJSON(source) : value;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) || json.isRawJSON(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

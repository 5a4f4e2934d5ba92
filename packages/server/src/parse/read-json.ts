/** As deep as values of databases in a storage state. */
const maxDepth = 50;
/** Far more than parameters need, which are texts, numbers and lists of them. */
const maxValues = 20_000;

/** Maximum number of names of an object that are checked. */
const maxNames = 1_000;

/** Name that is found before others are rejected. */
const keyName = 'access_key';

/** The value of a JSON text, or its problem. */
export type ReadJson = { value: unknown } | { problem: string };

/**
 * Parses JSON with bounds on what it builds: ten megabytes of `[` become gigabytes. Imports
 * nothing, so that a thread loads fast.
 */
export function readJson(sent: string): ReadJson {
  // Editors and some languages add a byte order mark, which JSON does not allow.
  const text = sent.startsWith('\ufeff') ? sent.slice(1) : sent;
  const problem = structureProblem(text);
  if (problem !== undefined) return { problem };
  try {
    return { value: withoutExcess(JSON.parse(text)) };
  } catch (error) {
    return { problem: `The body is not JSON: ${placeOf(error, text)}.` };
  }
}

/** Counts brackets and names outside of strings. */
function structureProblem(text: string): string | undefined {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        values += 1;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
      case comma:
        values += 1;
        break;
    }
    if (depth > maxDepth) return `The body is JSON nested deeper than ${maxDepth} levels.`;
    if (values > maxValues) return `The body is JSON of more than ${maxValues} values.`;
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;

/** Jumping from quote to quote takes ten times as long if each of them is escaped. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index += 1;
  }
  return text.length;
}

function withoutExcess(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length <= maxNames) return value;
  const given = value as Record<string, unknown>;
  const kept = names.slice(0, maxNames);
  if (Object.hasOwn(given, keyName)) kept.push(keyName);
  return Object.fromEntries(kept.map((name) => [name, given[name]]));
}

/** Returns the position of the error, without the text, which may be a key. */
function placeOf(error: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /at position ([0-9]+)/.exec(message)?.[1];
  if (position !== undefined) return `it cannot be read from character ${position} on`;
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'it cannot be read';
}

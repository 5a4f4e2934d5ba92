import { RenderError } from '@tintype/contract';

/** Parameters are texts, numbers, and lists of them: no body that means anything comes near these. */
const maxDepth = 8;
const maxValues = 20_000;

/**
 * `JSON.parse` with bounds on what it can be made to build: ten megabytes of `[` become gigabytes of lists.
 * @throws RenderError `invalid_request`
 */
export function parseJsonBody(text: string): unknown {
  checkStructure(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RenderError('invalid_request', `The body is not JSON: ${placeOf(error, text)}.`, {
      cause: error,
    });
  }
}

/** Counts what stands outside of strings, each of which is passed over in one leap. */
function checkStructure(text: string): void {
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
    if (depth > maxDepth) throw tooMuch(`nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw tooMuch(`of more than ${maxValues} values`);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;

function tooMuch(words: string): RenderError {
  return new RenderError('invalid_request', `The body is JSON ${words}.`);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Where it goes wrong, without repeating what stands there: it may be a key. */
function placeOf(error: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /at position ([0-9]+)/.exec(message)?.[1];
  if (position !== undefined) return `it cannot be read from character ${position} on`;
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'it cannot be read';
}

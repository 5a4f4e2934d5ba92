import type { ValueInfo } from '@tintype/contract/read';

/**
 * Converts text of a flag or a variable to a value. Text that cannot be converted is returned
 * unchanged, so that validation reports it.
 * @param separator - separator of list items
 */
export function fromText(text: string, { type, values }: ValueInfo, separator = ','): unknown {
  switch (type) {
    case 'boolean':
      return readSwitch(text) ?? text;
    case 'integer':
    case 'number':
      return /^\s*-?[0-9]{1,15}\s*$/.test(text) ? Number(text) : text;
    case 'list':
      return splitText(text, separator);
    case 'object':
      return parseJson(text);
    case 'string': {
      const word = text.trim();
      return values?.find((value) => value.toLowerCase() === word.toLowerCase()) ?? word;
    }
  }
}

/** Splits a list into its items, without empty ones. */
export function splitText(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const YES = new Set(['1', 'true', 'yes', 'on']);
const NO = new Set(['0', 'false', 'no', 'off']);

/** Parses a word for on or off; undefined for any other. */
export function readSwitch(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

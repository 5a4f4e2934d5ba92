import type { ValueInfo } from '@tintype/contract/read';
import { readSwitch } from './switch-words.ts';

/**
 * Converts a text of a command line or of the environment to a value. A text that cannot be
 * converted is returned unchanged, so that the reader of values can report it.
 *
 * @param separator Separator of the items of a list.
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

/** The items of a list that is written as one text, without those that are empty. */
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

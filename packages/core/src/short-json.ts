import { sha256 } from './sha256.ts';

/** Maximum length of a text; longer ones are represented by their hash. */
const longText = 16_384;

/** Returns JSON for hashing, with a SHA-256 instead of each long text: five times as fast. */
export function shortJson(value: unknown): string {
  return JSON.stringify(value, shorten);
}

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longText) return value;
  return { sha256: sha256(value) };
}

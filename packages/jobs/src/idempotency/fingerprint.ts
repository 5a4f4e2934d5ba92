import { createHash } from 'node:crypto';
import { shortJson } from '@tintype/core';

/** Equal for requests with equal parameters (defaults included, in any order) and files. */
export function fingerprint(
  operation: string,
  parameters: unknown,
  files: Readonly<Record<string, Uint8Array>> = {},
): string {
  const hash = createHash('sha256').update(`${operation}\n${shortJson(sorted(parameters))}`);
  for (const name of Object.keys(files).toSorted()) {
    const content = files[name] ?? new Uint8Array();
    hash.update(`\n${JSON.stringify(name)} ${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

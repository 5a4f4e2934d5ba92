import { oneLine } from '../tree.ts';

/** A thing of the page's JSON-LD. */
export interface JsonNode {
  /** Its types, with spaces between them. */
  type: string;
  value: Record<string, unknown>;
}

const max = 2000;

/** Deeper than real data is nested, and shallow enough for recursive code. */
const maxDepth = 100;

/** The values of the texts that are JSON; anything nested more than 100 levels is omitted. */
export function parseJsonLd(texts: readonly string[]): unknown[] {
  return texts.flatMap((text) => {
    try {
      const value: unknown = JSON.parse(
        text.replace(/^\s*(?:\/\/)?<!\[CDATA\[|(?:\/\/)?\]\]>\s*$/g, ''),
      );
      return isShallow(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.filter(isObject).flatMap((one) => Object.values(one));
    if (level.length === 0) return true;
  }
  return false;
}

/** Returns whether a value has fields or entries. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Every thing with a type, however deep it lies; at most 2,000. */
export function nodesOf(texts: readonly string[]): JsonNode[] {
  const nodes: JsonNode[] = [];
  const queue: unknown[] = parseJsonLd(texts);
  for (let index = 0; index < queue.length && nodes.length < max && index < max * 20; index += 1) {
    const value = queue[index];
    if (Array.isArray(value)) for (const one of value) queue.push(one);
    if (!isObject(value) || Array.isArray(value)) continue;
    const type = listOf(value['@type']).map(textOf).join(' ');
    if (type !== '') nodes.push({ type, value });
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object') queue.push(inner);
    }
  }
  return nodes;
}

/** One or several, as a list. */
export function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** A text, or the name of a thing; empty for all else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return oneLine(value);
  if (Array.isArray(value)) return textOf(value[0]);
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name);
  return '';
}

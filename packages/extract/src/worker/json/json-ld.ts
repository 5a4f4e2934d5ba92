/** A thing of the page's JSON-LD. */
export interface JsonNode {
  /** Its types, with spaces between them. */
  type: string;
  value: Record<string, unknown>;
}

const most = 2000;

/** What the texts hold, as far as they are JSON. */
export function parseJsonLd(texts: readonly string[]): unknown[] {
  return texts.flatMap((text) => {
    try {
      return [
        JSON.parse(text.replace(/^\s*(?:\/\/)?<!\[CDATA\[|(?:\/\/)?\]\]>\s*$/g, '')) as unknown,
      ];
    } catch {
      return [];
    }
  });
}

/** Every thing with a type, however deep it lies; at most 2,000. */
export function nodesOf(texts: readonly string[]): JsonNode[] {
  const nodes: JsonNode[] = [];
  const queue: unknown[] = parseJsonLd(texts);
  for (
    let index = 0;
    index < queue.length && nodes.length < most && index < most * 20;
    index += 1
  ) {
    const value = queue[index];
    if (Array.isArray(value)) for (const one of value) queue.push(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const record = value as Record<string, unknown>;
    const type = listOf(record['@type']).map(textOf).join(' ');
    if (type !== '') nodes.push({ type, value: record });
    for (const inner of Object.values(record)) {
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
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return textOf(value[0]);
  if (typeof value === 'object' && value !== null && 'name' in value) return textOf(value.name);
  return '';
}

/** A line of a JSON tree. */
export interface JsonRow {
  /** Position in the tree: JSON of the keys on the way. */
  path: string;
  depth: number;
  key: string;
  /** A value as JSON, or the size of a list or object. */
  text: string;
  type: 'list' | 'object' | 'string' | 'number' | 'boolean' | 'null' | 'more';
  /** Absent for values. */
  isOpen?: boolean;
}

/** Maximum number of rows: more would slow a browser down. */
export const maxRows = 1_000;

/** Maximum number of members of one list or object, and of characters of a key or value. */
const maxMembers = 200;
const maxChars = 1_000;

/** Returns the visible rows of a value: those in open lists and objects, 1,000 at most. */
export function jsonRows(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (value: unknown, name: string, keys: readonly string[]): void => {
    if (rows.length >= maxRows) return;
    const path = pathOf(keys);
    const depth = keys.length;
    const key = cut(name);
    if (typeof value !== 'object' || value === null) {
      rows.push({ path, depth, key, ...valueOf(value) });
      return;
    }
    const isOpen = open.has(path);
    const isList = Array.isArray(value);
    const names = Object.keys(value);
    if (names.length === 0) {
      rows.push({ path, depth, key, text: isList ? '[]' : '{}', type: 'null' });
      return;
    }
    const text = isList ? `[${names.length}]` : `{${names.length}}`;
    rows.push({ path, depth, key, text, type: isList ? 'list' : 'object', isOpen });
    if (!isOpen) return;
    for (const each of names.slice(0, maxMembers)) {
      add((value as Record<string, unknown>)[each], each, [...keys, each]);
    }
    if (names.length <= maxMembers || rows.length >= maxRows) return;
    const more = `${names.length - maxMembers} more`;
    rows.push({ path: `${path} more`, depth: depth + 1, key: '', text: more, type: 'more' });
  };
  add(root, '', []);
  return rows;
}

/** Returns the path of a row by the keys on the way. */
export function pathOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}

function valueOf(value: unknown): Pick<JsonRow, 'text' | 'type'> {
  const text = JSON.stringify(value) ?? 'null';
  return {
    text: cut(text),
    type: value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean'),
  };
}

function cut(text: string): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

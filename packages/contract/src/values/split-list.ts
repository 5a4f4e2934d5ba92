const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Splits at a mark outside quotes and brackets: the selector `:is(a, b)` stays whole. */
export function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (Object.hasOwn(closers, character)) open.push(closers[character] ?? '');
    else if (character === open.at(-1)) open.pop();
    else if (character === mark && open.length === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Parses a list in Python or JSON: `['a', "b"]`. Undefined for others, such as `[href="x"]`. */
export function quotedItems(text: string): string[] | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return undefined;
  const inner = trimmed.slice(1, -1).trim();
  if (inner === '') return [];
  const items = splitOutside(inner, ',').map((item) => unquote(item.trim()));
  return items.every((item) => item !== undefined) ? items : undefined;
}

function unquote(text: string): string | undefined {
  const quote = text.charAt(0);
  if ((quote !== "'" && quote !== '"') || text.length < 2 || !text.endsWith(quote))
    return undefined;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

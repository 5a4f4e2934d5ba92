/** Lines in order: in both texts, or in one of them. */
export interface LineGroup {
  type: 'same' | 'added' | 'removed';
  lines: string[];
}

/** Lines of context around a change. */
const context = 3;

interface NumberedLine {
  sign: ' ' | '+' | '-';
  text: string;
  before: number;
  after: number;
}

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** Returns a unified diff, without names of files; empty if nothing differs. */
export function formatDiff(groups: readonly LineGroup[]): string {
  const lines = numbered(groups);
  const isShown = new Uint8Array(lines.length);
  for (const [at, { sign }] of lines.entries()) {
    if (sign !== ' ') isShown.fill(1, Math.max(0, at - context), at + context + 1);
  }
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (isShown[at] === 0) continue;
    let end = at;
    while (end < lines.length && isShown[end] === 1) end += 1;
    parts.push(formatHunk(lines.slice(at, end)));
    at = end;
  }
  return parts.join('');
}

function numbered(groups: readonly LineGroup[]): NumberedLine[] {
  let [before, after] = [1, 1];
  return groups.flatMap(({ type, lines }) =>
    lines.map((text) => {
      const line = { sign: signs[type], text, before, after };
      if (type !== 'added') before += 1;
      if (type !== 'removed') after += 1;
      return line;
    }),
  );
}

function formatHunk(lines: readonly NumberedLine[]): string {
  const range = (side: 'before' | 'after', other: NumberedLine['sign']) => {
    const count = lines.filter(({ sign }) => sign !== other).length;
    const first = lines[0]?.[side] ?? 1;
    return `${count === 0 ? first - 1 : first},${count}`;
  };
  const body = lines.map(({ sign, text }) => `${sign}${text}\n`).join('');
  return `@@ -${range('before', '+')} +${range('after', '-')} @@\n${body}`;
}

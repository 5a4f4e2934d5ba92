/** A line of the merged texts. */
export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Limit for the product of the lines that differ on both sides: it determines the cost. */
const maxCells = 4_000_000;

/** Compares two texts. Undefined if they have too many differences to compare interactively. */
export function diffLines(before: string, after: string): DiffLine[] | undefined {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const shortest = Math.min(a.length, b.length);
  let head = 0;
  while (head < shortest && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [old, now] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (old.length * now.length > maxCells) return undefined;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, head).map(same),
    ...diffBetween(old, now),
    ...a.slice(a.length - tail).map(same),
  ];
}

/** Compares lines by their longest common subsequence. */
function diffBetween(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const [gone, came] = [a[row], b[column]];
    if (gone !== undefined && gone === came) {
      lines.push({ kind: 'same', text: gone });
      row += 1;
      column += 1;
    } else if (
      gone !== undefined &&
      (came === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ kind: 'gone', text: gone });
      row += 1;
    } else {
      lines.push({ kind: 'new', text: came ?? '' });
      column += 1;
    }
  }
  return lines;
}

/** A part of a diff: a displayed line, or a number of omitted equal lines. */
export type DiffPart = DiffLine | { kind: 'left'; count: number };

/** Returns the changes with some lines of context. */
export function aroundChanges(lines: readonly DiffLine[], around = 3): DiffPart[] {
  const isShown = new Uint8Array(lines.length);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== 'same') isShown.fill(1, Math.max(0, at - around), at + around + 1);
  }
  const parts: DiffPart[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isShown[at] === 1) parts.push(line);
    else if (last?.kind === 'left') last.count += 1;
    else parts.push({ kind: 'left', count: 1 });
  }
  return parts;
}

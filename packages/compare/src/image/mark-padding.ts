import type { CanvasBlock, LayoutImages } from './layout.ts';

/**
 * Marks rows of a column without content that only make room: another column has at least as many
 * added or removed rows with content there, or this one the opposite. Those at the end of a column
 * may also make up for a gap in it, which counts if nothing else makes it.
 */
export function markPadding(
  columns: readonly (readonly CanvasBlock[])[],
  images: LayoutImages,
): CanvasBlock[] {
  const repeats = new Set(columns.flat().filter((block) => isRepeated(block, images)));
  const isContent = (block: CanvasBlock) => !repeats.has(block) && !block.isPadding;
  const sums = columns.map((column) => ({
    all: rowsOf(column),
    content: rowsOf(column.filter(isContent)),
  }));
  const isCaused = (block: CanvasBlock, at: number) => {
    const { kind, height } = block;
    if (kind === 'both') return false;
    const own = block === columns[at]!.at(-1) ? sums[at]!.all : sums[at]!.content;
    const others = sums.map(({ content }, other) =>
      other === at ? own[opposite[kind]] : content[kind],
    );
    return others.some((rows) => rows >= height);
  };
  return columns.flatMap((column, at) =>
    column.map((block) =>
      repeats.has(block) && isCaused(block, at) ? { ...block, isPadding: true } : block,
    ),
  );
}

const opposite = { added: 'removed', removed: 'added' } as const;

function rowsOf(blocks: readonly CanvasBlock[]): { added: number; removed: number } {
  const rows = { added: 0, removed: 0 };
  for (const { kind, height } of blocks) if (kind !== 'both') rows[kind] += height;
  return rows;
}

/**
 * Returns true for rows of one image without content: of one colour, which is that of the gutter, or
 * equal to the row above or below, as of a frame.
 */
function isRepeated(
  { kind, before, after, x, width, height, isPadding }: CanvasBlock,
  images: LayoutImages,
): boolean {
  if (kind === 'both' || isPadding) return false;
  const pixels = kind === 'added' ? images.after : images.before;
  const start = kind === 'added' ? after : before;
  const row = (y: number) => pixels.subarray(y * images.width + x, y * images.width + x + width);
  const first = row(start);
  const isBlank = first.every((pixel) => pixel === first[0]);
  const rows = pixels.length / images.width;
  const beside = [start - 1, start + height].filter((y) => y >= 0 && y < rows);
  if (!isBlank && !beside.some((y) => isEqual(first, row(y)))) return false;
  for (let y = start + 1; y < start + height; y += 1) if (!isEqual(first, row(y))) return false;
  return true;
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.every((pixel, at) => pixel === other[at]);
}

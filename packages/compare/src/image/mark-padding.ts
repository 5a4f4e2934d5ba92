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
  const isCaused = (block: CanvasBlock, own: readonly CanvasBlock[]) => {
    const opposite = block.kind === 'added' ? 'removed' : 'added';
    const isLast = block === own.at(-1);
    return columns.some((column) => {
      const rows =
        column === own
          ? rowsOf(column, opposite, (other) => isLast || isContent(other))
          : rowsOf(column, block.kind, isContent);
      return rows >= block.height;
    });
  };
  return columns.flatMap((column) =>
    column.map((block) =>
      repeats.has(block) && isCaused(block, column) ? { ...block, isPadding: true } : block,
    ),
  );
}

function rowsOf(
  column: readonly CanvasBlock[],
  kind: CanvasBlock['kind'],
  counts: (block: CanvasBlock) => boolean,
): number {
  const blocks = column.filter((block) => block.kind === kind && counts(block));
  return blocks.reduce((sum, { height }) => sum + height, 0);
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

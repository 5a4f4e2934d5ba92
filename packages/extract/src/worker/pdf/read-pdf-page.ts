import type { PdfLimits } from './pdf-limits.ts';
import type { PdfLink, PdfPage, Piece } from './pdf-text.ts';

/** The part of pdf.js's page that is used. */
export interface SourcePage {
  getViewport(options: { scale: number }): { transform: number[] };
  streamTextContent(): ReadableStream<TextChunk>;
  getAnnotations(): Promise<object[]>;
}

interface TextChunk {
  items: readonly object[];
  styles: Record<string, { fontFamily: string }>;
}

interface TextItem {
  str: string;
  dir: string;
  width: number;
  height: number;
  transform: number[];
  fontName: string;
}

/** A wider gap, in heights of the letters, parts cells and columns. */
const widestGap = 1.6;
const longestUrl = 4000;

/** Reads one page. What cannot be read of it is empty. */
export async function readPage(
  page: SourcePage,
  max: Pick<PdfLimits, 'characters' | 'linkCharacters'>,
  limits: PdfLimits,
): Promise<PdfPage> {
  const upright = page.getViewport({ scale: 1 }).transform;
  const { items, styles, hasMore } = await readItems(page, limits.pieces);
  const transform = withTextUpright(upright, items);
  const pieces: Piece[] = [];
  let left = max.characters;
  let isSpaced = false;
  let isTextCut = hasMore;
  for (const own of items) {
    if (own.str.trim() === '') {
      isSpaced ||= own.str !== '';
      continue;
    }
    if (left <= 0) {
      isTextCut = true;
      break;
    }
    const piece = pieceOf(own, transform, styles[own.fontName]?.fontFamily === 'monospace');
    left -= piece.text.length;
    const last = pieces.at(-1);
    if (last && follows(last, piece)) append(last, piece, isSpaced);
    else pieces.push(piece);
    isSpaced = false;
  }
  return { pieces, isTextCut, ...(await readLinks(page, transform, limits.links, max)) };
}

/** A page may draw one form over and over: no more is read than is used. */
async function readItems(
  page: SourcePage,
  max: number,
): Promise<{ items: TextItem[]; styles: TextChunk['styles']; hasMore: boolean }> {
  const items: TextItem[] = [];
  const styles: TextChunk['styles'] = {};
  const reader = page.streamTextContent().getReader();
  try {
    while (items.length <= max) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of value.items) if ('str' in item) items.push(item as TextItem);
      Object.assign(styles, value.styles);
    }
    if (items.length > max) reader.cancel(new Error('enough')).catch(() => {});
  } catch {
    // Text read before the fault is kept.
  }
  return { items: items.slice(0, max), styles, hasMore: items.length > max };
}

function pieceOf(item: TextItem, page: readonly number[], isMono: boolean): Piece {
  const [, , c = 0, d = 1, e = 0, f = 0] = item.transform;
  const [x, y] = placed(page, e, f);
  const size = Math.hypot(c, d) || Math.abs(item.height) || 1;
  const isAside = quarterOf(page, item.transform) !== 0;
  return {
    text: item.str,
    x,
    right: x + (isAside ? size : item.width),
    y,
    size,
    isAside,
    font: item.fontName,
    isMono,
    isRtl: item.dir === 'rtl',
  };
}

/** Rotates a page whose text is rotated, such as that of a wide table. */
function withTextUpright(page: readonly number[], items: readonly TextItem[]): number[] {
  const letters = [0, 0, 0, 0];
  for (const { str, transform } of items) letters[quarterOf(page, transform)]! += str.length;
  const quarter = letters.indexOf(Math.max(...letters));
  const [cos = 1, sin = 0] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarter]!;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = page;
  const turn = (x: number, y: number) => [cos * x + sin * y, cos * y - sin * x] as const;
  return [...turn(a, b), ...turn(c, d), ...turn(e, f)];
}

/** The direction that letters follow each other in, in quarters of a turn. */
function quarterOf([a = 1, b = 0, c = 0, d = 1]: readonly number[], letters: readonly number[]) {
  const [x = 1, y = 0] = letters;
  const angle = Math.atan2(b * x + d * y, a * x + c * y);
  return (Math.round(angle / (Math.PI / 2)) + 4) % 4;
}

/** Letters above and below the line belong to it. */
function follows(last: Piece, next: Piece): boolean {
  if (last.isAside || next.isAside) return false;
  const size = Math.max(last.size, next.size);
  const gap = next.isRtl && last.isRtl ? last.x - next.right : next.x - last.right;
  return Math.abs(next.y - last.y) < 0.45 * size && gap > -0.6 * size && gap < widestGap * size;
}

function append(last: Piece, next: Piece, isSpaced: boolean): void {
  const gap = next.isRtl && last.isRtl ? last.x - next.right : next.x - last.right;
  const space = isSpaced || gap > 0.22 * Math.min(last.size, next.size) ? ' ' : '';
  const isLonger = next.text.length > last.text.length;
  last.text = last.text.trimEnd() + (space || /\s$/.test(last.text) ? ' ' : '') + next.text;
  last.x = Math.min(last.x, next.x);
  last.right = Math.max(last.right, next.right);
  last.isMono &&= next.isMono;
  if (isLonger) {
    last.font = next.font;
    last.size = next.size;
    last.y = next.y;
  }
}

async function readLinks(
  page: SourcePage,
  transform: readonly number[],
  max: number,
  { linkCharacters }: Pick<PdfLimits, 'linkCharacters'>,
): Promise<Pick<PdfPage, 'links' | 'areLinksCut'>> {
  const annotations = await page.getAnnotations().catch(() => []);
  const links: PdfLink[] = [];
  let left = linkCharacters;
  let areLinksCut = false;
  for (const { subtype, url, rect } of annotations as Record<string, unknown>[]) {
    if (subtype !== 'Link' || typeof url !== 'string' || !Array.isArray(rect)) continue;
    if (!/^(?:https?|mailto|tel):/i.test(url)) continue;
    if (links.length >= max || url.length > Math.min(longestUrl, left)) {
      areLinksCut = true;
      continue;
    }
    left -= url.length;
    const [x1, y1] = placed(transform, Number(rect[0]), Number(rect[1]));
    const [x2, y2] = placed(transform, Number(rect[2]), Number(rect[3]));
    links.push({
      url,
      x: Math.min(x1, x2),
      right: Math.max(x1, x2),
      top: Math.min(y1, y2),
      bottom: Math.max(y1, y2),
    });
  }
  return { links, areLinksCut };
}

function placed(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
  x: number,
  y: number,
) {
  return [a * x + c * y + e, b * x + d * y + f] as const;
}

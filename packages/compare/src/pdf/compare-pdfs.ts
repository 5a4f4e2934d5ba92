import { RenderError } from '@tintype/contract/errors';
import type { ComparedPage, CompareOptions, PdfComparison, Region } from '../comparison.ts';
import { compareDecoded } from '../image/compare-decoded.ts';
import { compareTexts } from '../text/compare-texts.ts';
import { drawPages, drawWhole, maxDrawnPages } from './draw-pages.ts';
import { loadPdfium, type OpenPdf } from './open-pdf.ts';
import { pairPages, type PageKey, type PagePair } from './pair-pages.ts';

/** Each page is drawn, and those that differ twice. */
const maxPages = 100;
/** Words of a page that pair it. */
const maxWords = 2000;

type PdfOptions = Omit<CompareOptions, 'signal' | 'elements' | 'sideBySide'>;

interface Outline {
  pages: PageKey[];
  text: string;
}

const none: Outline = { pages: [], text: '' };

/**
 * Compares two PDFs page by page.
 * @throws RenderError `invalid_request` if one cannot be read or has too many pages; `unsupported`
 *   if pdfium is not installed
 */
export async function comparePdfs(
  before: Uint8Array,
  after: Uint8Array,
  options: PdfOptions = {},
): Promise<PdfComparison> {
  try {
    return await compareAll(before, after, options);
  } catch (cause) {
    // Of WebAssembly, which Node's types do not declare.
    if (!(cause instanceof Error && cause.name === 'RuntimeError')) throw cause;
    const message = 'The PDFs cannot be drawn: one is damaged, or takes too much memory.';
    throw new RenderError('invalid_request', message, { cause });
  }
}

async function compareAll(
  before: Uint8Array,
  after: Uint8Array,
  options: PdfOptions,
): Promise<PdfComparison> {
  const open = await loadPdfium();
  const [old, now] = [await open(before, 'earlier'), await open(after, 'later')];
  const pageCount = { before: old.pageCount, after: now.pageCount };
  refuseLong(pageCount);
  // Pages that cannot be read are the same in equal files.
  const isOneFile = Buffer.from(before).equals(after);
  const [first, second] = isOneFile ? [none, none] : [await outlineOf(old), await outlineOf(now)];
  const pairs = pairPages(first.pages, second.pages);
  const pages: ComparedPage[] = [];
  const drawn: Uint8Array[] = [];
  for (const pair of pairs) {
    if (isEqual(pair, first, second)) continue;
    const found = await comparePair(pair, old, now, options);
    if (!found) continue;
    pages.push(found.page);
    if (drawn.length < maxDrawnPages) drawn.push(await found.draw());
  }
  const changed = pages.reduce((sum, page) => sum + page.changed, 0);
  const lost = pages.reduce((sum, page) => sum + 1 - page.similarity, 0);
  return {
    type: 'pdf',
    same: pages.length === 0,
    changed: changed / Math.max(1, pairs.length),
    similarity: 1 - lost / Math.max(1, pairs.length),
    pageCount,
    pages,
    diff: compareTexts(first.text, second.text, options).diff,
    overlay: await drawPages(drawn),
  };
}

function refuseLong(pageCount: { before: number; after: number }): void {
  const most = Math.max(pageCount.before, pageCount.after);
  if (most <= maxPages) return;
  const message = `PDFs of at most ${maxPages} pages can be compared; got ${most}.`;
  throw new RenderError('invalid_request', message);
}

async function outlineOf(pdf: OpenPdf): Promise<Outline> {
  const pages: PageKey[] = [];
  const texts: string[] = [];
  for (let number = 0; number < pdf.pageCount; number += 1) {
    const { key, text } = await pdf.draw(number);
    pages.push({ key, words: new Set(text.split(/\s+/, maxWords).filter(Boolean)) });
    texts.push(text);
  }
  return { pages, text: texts.join('\n') };
}

function isEqual({ before, after }: PagePair, old: Outline, now: Outline): boolean {
  if (before === undefined || after === undefined) return false;
  return old.pages[before]?.key === now.pages[after]?.key;
}

async function comparePair(
  { before, after }: PagePair,
  old: OpenPdf,
  now: OpenPdf,
  options: PdfOptions,
): Promise<{ page: ComparedPage; draw(): Promise<Uint8Array> } | undefined> {
  const first = before === undefined ? undefined : (await old.draw(before)).image;
  const second = after === undefined ? undefined : (await now.draw(after)).image;
  const numbers = {
    ...(before !== undefined && { before: before + 1 }),
    ...(after !== undefined && { after: after + 1 }),
  };
  if (first && second) {
    const { same, changed, similarity, regionCount, regions, overlay } = await compareDecoded(
      first,
      second,
      options,
    );
    if (same) return undefined;
    const page = {
      type: 'changed' as const,
      ...numbers,
      changed,
      similarity,
      regionCount,
      regions,
    };
    return { page, draw: async () => overlay };
  }
  const image = first ?? second;
  if (!image) return undefined;
  const type: 'removed' | 'added' = first ? 'removed' : 'added';
  const { width, height } = image;
  const area = { x: 0, y: 0, width, height };
  const region: Region = { type, area, ...(first && { before: area }), pixels: width * height };
  const page = { type, ...numbers, changed: 1, similarity: 0, regionCount: 1, regions: [region] };
  return { page, draw: async () => drawWhole(image, type) };
}

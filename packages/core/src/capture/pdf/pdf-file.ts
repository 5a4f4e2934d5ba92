import { RenderError } from '@tintype/contract';
import { readDictionary, type PdfValue } from './pdf-dictionary.ts';

export interface PdfObject {
  number: number;
  text: string;
  dictionary: Map<string, PdfValue>;
}

/** A PDF as Chromium writes it: one cross-reference table; only streams are compressed. */
export interface PdfFile {
  trailer: string;
  /** Offset of the cross-reference table. */
  table: number;
  /** Number of pages according to the page tree. */
  pageCount: number;
  firstPage(): PdfObject | undefined;
}

/** Maximum depth of the page tree. Chromium's has eight branches at each level. */
const maxDepth = 32;

/** Opens a PDF by its cross-reference table. Returns undefined for another structure. */
export function openPdf(pdf: Buffer): PdfFile | undefined {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  if (!(table < pdf.length)) return undefined;
  const text = pdf.toString('latin1', table);
  const head = /^xref\s+0 (\d+)\s*\n/.exec(text);
  const offsets = head && readOffsets(text.slice(head[0].length), Number(head[1]));
  const [, trailer] = /\btrailer\s*<<([^]*)>>\s*startxref\s/.exec(text) ?? [];
  if (!offsets || trailer === undefined) return undefined;
  const starts = [...offsets.values(), table].toSorted((a, b) => a - b);
  const object = (number: number): PdfObject | undefined => {
    const start = offsets.get(number);
    if (start === undefined) return undefined;
    const body = pdf.toString('latin1', start, nextAfter(starts, start));
    const dictionary = body.startsWith(`${number} 0 obj`) ? readDictionary(body) : undefined;
    return dictionary && { number, text: body, dictionary };
  };
  const trailerText = `<<${trailer}>>`;
  const root = referred(trailerText, readDictionary(trailerText)?.get('Root'), object);
  const pages = root && referred(root.text, root.dictionary.get('Pages'), object);
  const pageCount = Number(pages && written(pages.text, pages.dictionary.get('Count')));
  if (!pages || !Number.isSafeInteger(pageCount)) return undefined;
  return { trailer, table, pageCount, firstPage: () => firstLeaf(pages, object) };
}

type Lookup = (number: number) => PdfObject | undefined;

/** Reads the offsets: entries have twenty bytes (PDF 32000-1, 7.5.4). */
function readOffsets(text: string, count: number): Map<number, number> | undefined {
  const offsets = new Map<number, number>();
  for (let number = 0; number < count; number += 1) {
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(text.slice(number * 20, number * 20 + 20));
    if (!entry) return undefined;
    if (entry[2] === 'n') offsets.set(number, Number(entry[1]));
  }
  return offsets;
}

function nextAfter(starts: readonly number[], start: number): number | undefined {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return starts[low];
}

function firstLeaf(pages: PdfObject, object: Lookup): PdfObject | undefined {
  let node: PdfObject | undefined = pages;
  for (let depth = 0; node && depth < maxDepth; depth += 1) {
    const kids = node.dictionary.get('Kids');
    if (kids === undefined) return node;
    node = referred(node.text, { start: kids.start + 1, end: kids.end }, object);
  }
  return undefined;
}

function referred(
  text: string,
  value: PdfValue | undefined,
  object: Lookup,
): PdfObject | undefined {
  const number = /^\s*(\d+) 0 R/.exec(written(text, value))?.[1];
  return number === undefined ? undefined : object(Number(number));
}

function written(text: string, value: PdfValue | undefined): string {
  return value === undefined ? '' : text.slice(value.start, value.end);
}

/**
 * Refuses a file without the signature of a PDF, which is in its first kilobyte (PDF 32000-1, 7.5.2
 * and Annex H).
 * @throws RenderError `download`
 */
export function refuseUnlessPdf({ buffer, byteOffset, byteLength }: Uint8Array): void {
  if (Buffer.from(buffer, byteOffset, byteLength).subarray(0, 1024).includes('%PDF-')) return;
  throw new RenderError('download', 'The file is called a PDF, and is none.');
}

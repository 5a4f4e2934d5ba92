import { type FileHandle, open } from 'node:fs/promises';

export interface FontInfo {
  family: string;
  /** True if it has colour glyphs, such as emoji. */
  isColour: boolean;
  /** True when there is a glyph for the character. */
  covers(codePoint: number): boolean;
}

interface Table {
  offset: number;
  length: number;
}

const COLOUR_TABLES = ['CBDT', 'COLR', 'sbix', 'SVG '];
/** No real table is larger; a broken file may claim anything. */
const LARGEST_TABLE = 16 * 1024 * 1024;

/** Reads a TrueType or OpenType file (a collection's first font); undefined if it is none. */
export async function readFont(file: string): Promise<FontInfo | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const tables = await tableDirectory(handle);
    const cmap = tables.get('cmap');
    if (!cmap) return undefined;
    const covers = coverage(await read(handle, cmap));
    const names = tables.get('name');
    const family = names ? familyName(await read(handle, names)) : '';
    return { family, isColour: COLOUR_TABLES.some((tag) => tables.has(tag)), covers };
  } catch (error) {
    // Cut off or not a font: it helps no page.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code) return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
}

async function read(handle: FileHandle, { offset, length }: Table): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(length, LARGEST_TABLE));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  return buffer.subarray(0, bytesRead);
}

/** https://learn.microsoft.com/typography/opentype/spec/otff */
async function tableDirectory(handle: FileHandle): Promise<Map<string, Table>> {
  let start = 0;
  const head = await read(handle, { offset: 0, length: 16 });
  if (head.toString('latin1', 0, 4) === 'ttcf') start = head.readUInt32BE(12);
  const count = (await read(handle, { offset: start, length: 6 })).readUInt16BE(4);
  const records = await read(handle, { offset: start + 12, length: count * 16 });
  const tables = new Map<string, Table>();
  for (let at = 0; at + 16 <= records.length; at += 16) {
    const offset = records.readUInt32BE(at + 8);
    const length = records.readUInt32BE(at + 12);
    tables.set(records.toString('latin1', at, at + 4), { offset, length });
  }
  return tables;
}

/** https://learn.microsoft.com/typography/opentype/spec/cmap: formats 4 and 12, of web fonts. */
function coverage(cmap: Buffer): (codePoint: number) => boolean {
  const ranges: [first: number, last: number][] = [];
  const count = cmap.readUInt16BE(2);
  for (let index = 0; index < count; index++) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 4) ranges.push(...segments(cmap, at));
    if (format === 12) ranges.push(...groups(cmap, at));
  }
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

function* segments(cmap: Buffer, at: number): Generator<[number, number]> {
  const doubled = cmap.readUInt16BE(at + 6);
  for (let offset = 0; offset < doubled; offset += 2) {
    const last = cmap.readUInt16BE(at + 14 + offset);
    const first = cmap.readUInt16BE(at + 16 + doubled + offset);
    // The last segment is 0xFFFF by rule and holds nothing.
    if (first !== 0xffff) yield [first, last];
  }
}

function* groups(cmap: Buffer, at: number): Generator<[number, number]> {
  const count = cmap.readUInt32BE(at + 12);
  for (let index = 0; index < count; index++) {
    const start = at + 16 + index * 12;
    yield [cmap.readUInt32BE(start), cmap.readUInt32BE(start + 4)];
  }
}

/** https://learn.microsoft.com/typography/opentype/spec/name: typographic family (16), else 1. */
function familyName(names: Buffer): string {
  const count = names.readUInt16BE(2);
  const texts = names.readUInt16BE(4);
  let family = '';
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12;
    const id = names.readUInt16BE(at + 6);
    const isUtf16 = names.readUInt16BE(at) !== 1;
    if ((id !== 1 && id !== 16) || (id === 1 && family)) continue;
    const start = texts + names.readUInt16BE(at + 10);
    const bytes = Buffer.from(names.subarray(start, start + names.readUInt16BE(at + 8)));
    family = isUtf16 ? bytes.swap16().toString('utf16le') : bytes.toString('latin1');
    if (id === 16) return family;
  }
  return family;
}

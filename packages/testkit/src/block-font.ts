/** Design units of an em. */
const EM = 1000;

const letters: CharacterRange = [0x41, 0x5a];

/** First and last code point that a font covers. */
export type CharacterRange = readonly [first: number, last: number];

/**
 * A TrueType font whose every letter is a filled square of one em: text in it is a solid bar, which
 * no other font paints. It covers `A` to `Z`, and `more`. Table layouts:
 * https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function blockFont(family = 'Block', more: readonly CharacterRange[] = []): Uint8Array {
  const glyph = squareGlyph(EM);
  const missingGlyph = squareGlyph(EM / 2);
  const tables: Record<string, Buffer> = {
    'OS/2': os2Table(),
    cmap: cmapTable(more),
    glyf: Buffer.concat([missingGlyph, glyph]),
    head: headTable(),
    hhea: words(1, 0, EM, 0, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, 2),
    hmtx: words(EM, 0, EM, 0),
    loca: words(0, glyph.length / 2, glyph.length),
    maxp: words(1, 0, 2, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    name: nameTable(family),
    post: words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  };
  return assemble(tables);
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, index * 2);
  return buffer;
}

function squareGlyph(side: number): Buffer {
  const header = words(1, 0, 0, side, side, 3, 0);
  const onCurve = Buffer.from([1, 1, 1, 1]);
  const xs = words(0, 0, side, 0);
  const ys = words(0, side, 0, -side);
  return Buffer.concat([header, onCurve, xs, ys]);
}

function headTable(): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x00010000, 4);
  table.writeUInt32BE(0x5f0f3cf5, 12);
  table.writeUInt16BE(3, 16);
  table.writeUInt16BE(EM, 18);
  table.writeInt16BE(EM, 40);
  table.writeInt16BE(EM, 42);
  table.writeUInt16BE(8, 46);
  table.writeInt16BE(2, 48);
  return table;
}

function cmapTable(more: readonly CharacterRange[]): Buffer {
  const [first, last] = letters;
  // Format 4 with one range whose glyph ids come from an array: all of them glyph 1.
  const ids = Array.from({ length: last - first + 1 }, () => 1);
  const segments = [last, 0xffff, 0, first, 0xffff, 0, 1, 4, 0, ...ids];
  const length = 14 + segments.length * 2;
  const subtable = words(4, length, 0, 4, 4, 1, 0, ...segments);
  if (more.length === 0) return Buffer.concat([words(0, 1, 3, 1, 0, 12), subtable]);
  // Format 13 has 32 bits for a code point, and one glyph for a whole range.
  const groups = [letters, ...more].flatMap(([from, to]) => [from, to, 1]);
  const wide = longs(16 + groups.length * 4, 0, more.length + 1, ...groups);
  const directory = words(0, 2, 3, 1, 0, 20, 3, 10, 0, 20 + length);
  return Buffer.concat([directory, subtable, words(13, 0), wide]);
}

function longs(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}

function nameTable(family: string): Buffer {
  const records: [id: number, text: string][] = [
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family],
  ];
  const texts = records.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const entries = records.map(([id], index) => {
    const length = texts[index]?.length ?? 0;
    const entry = words(3, 1, 0x409, id, length, offset);
    offset += length;
    return entry;
  });
  return Buffer.concat([words(0, records.length, 6 + 12 * records.length), ...entries, ...texts]);
}

function os2Table(): Buffer {
  const table = Buffer.alloc(96);
  table.writeUInt16BE(4, 0);
  table.writeInt16BE(EM, 2);
  table.writeUInt16BE(400, 4);
  table.writeUInt16BE(5, 6);
  table.writeUInt16BE(0x40, 62);
  table.writeUInt16BE(0x41, 64);
  table.writeUInt16BE(0x5a, 66);
  table.writeInt16BE(EM, 68);
  table.writeUInt16BE(EM, 74);
  return table;
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let offset = 0; offset < table.length; offset += 4)
    sum = (sum + table.readUInt32BE(offset)) >>> 0;
  return sum;
}

function assemble(tables: Record<string, Buffer>): Uint8Array {
  const names = Object.keys(tables).toSorted();
  const power = 2 ** Math.floor(Math.log2(names.length));
  const header = words(
    1,
    0,
    names.length,
    power * 16,
    Math.log2(power),
    (names.length - power) * 16,
  );
  let offset = 12 + names.length * 16;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const name of names) {
    const table = tables[name] ?? Buffer.alloc(0);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    const entry = Buffer.alloc(16);
    entry.write(name.padEnd(4), 0, 'latin1');
    entry.writeUInt32BE(checksum(padded), 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(table.length, 12);
    directory.push(entry);
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...directory, ...bodies]);
}

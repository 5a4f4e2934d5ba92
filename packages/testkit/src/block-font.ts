/** Design units of an em. */
const EM = 1000;

/**
 * A TrueType font whose every glyph is a filled square of one em: text in it is a solid bar, which no other font paints.
 * It covers `A` to `Z`. Table layouts: https://learn.microsoft.com/typography/opentype/spec/otff
 */
export function blockFont(family = 'Block'): Uint8Array {
  const glyph = squareGlyph();
  const tables: Record<string, Buffer> = {
    'OS/2': os2Table(),
    cmap: cmapTable(),
    glyf: Buffer.concat([glyph, glyph]),
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

function squareGlyph(): Buffer {
  const header = words(1, 0, 0, EM, EM, 3, 0);
  const onCurve = Buffer.from([1, 1, 1, 1]);
  const xs = words(0, 0, EM, 0);
  const ys = words(0, EM, 0, -EM);
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

function cmapTable(): Buffer {
  const [first, last] = [0x41, 0x5a];
  // Format 4 with one range whose glyph ids come from an array: all of them glyph 1.
  const ids = Array.from({ length: last - first + 1 }, () => 1);
  const segments = [last, 0xffff, 0, first, 0xffff, 0, 1, 4, 0, ...ids];
  const length = 14 + segments.length * 2;
  const subtable = words(4, length, 0, 4, 4, 1, 0, ...segments);
  return Buffer.concat([words(0, 1, 3, 1, 0, 12), subtable]);
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

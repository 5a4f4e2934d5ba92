import t from 'tap';
import { blockFont } from './block-font.ts';

t.test('is a TrueType file whose directory fits its tables', async (t) => {
  const font = Buffer.from(blockFont());
  t.equal(font.readUInt32BE(0), 0x00010000);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    return {
      name: font.toString('latin1', entry, entry + 4),
      offset: font.readUInt32BE(entry + 8),
      length: font.readUInt32BE(entry + 12),
    };
  });
  const names = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];
  t.same(
    tables.map((table) => table.name),
    names,
  );
  for (const table of tables)
    t.ok(table.offset % 4 === 0 && table.offset + table.length <= font.length, table.name);
});

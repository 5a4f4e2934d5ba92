import t from 'tap';
import { tarEntries } from './tar-entries.ts';

function block(name: string, body: string, type = '0', mode = '0000644'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(mode, 100);
  header.write(body.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  header.write('ustar', 257);
  const content = Buffer.alloc(Math.ceil(body.length / 512) * 512);
  content.write(body);
  return Buffer.concat([header, content]);
}

t.test('files and folders', async (t) => {
  const body = 'x'.repeat(600);
  const archive = [block('a/', '', '5'), block('a/b', body, '0', '0000755'), Buffer.alloc(1024)];
  const entries = [...tarEntries(Buffer.concat(archive))];
  t.match(entries, [
    { name: 'a/', kind: 'folder' },
    { name: 'a/b', kind: 'file', isExecutable: true },
  ]);
  t.equal(Buffer.from(entries[1]?.body ?? []).toString(), body);
});

t.test('what does not belong there is refused', async (t) => {
  const read = (archive: Buffer) => () => [...tarEntries(archive)];
  t.throws(read(block('../x', 'y')), /leads out of its folder/);
  t.throws(read(block('/x', 'y')), /leads out of its folder/);
  t.throws(read(block('link', '', '2')), /has the type 2/);
  t.throws(read(block('x', 'y'.repeat(600)).subarray(0, 900)), /is cut off/);
});

/** One file or folder of a tar archive. */
export interface TarEntry {
  name: string;
  kind: 'file' | 'folder';
  isExecutable: boolean;
  body: Uint8Array;
}

const BLOCK = 512;

/** Reads a tar archive: plain files and folders; throws for anything else, and for `..`. */
export function* tarEntries(archive: Uint8Array): Generator<TarEntry> {
  let offset = 0;
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK);
    if (header[0] === 0) return;
    const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
    const name = prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100);
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
    const mode = Number.parseInt(text(header, 100, 8).trim() || '0', 8);
    const type = text(header, 156, 1) || '0';
    if (type !== '0' && type !== '5') throw new Error(`tar entry ${name} has the type ${type}`);
    if (name.startsWith('/') || name.split('/').includes('..')) {
      throw new Error(`tar entry ${name} leads out of its folder`);
    }
    const start = offset + BLOCK;
    if (!(start + size <= archive.length)) throw new Error(`tar entry ${name} is cut off`);
    yield {
      name,
      kind: type === '5' ? 'folder' : 'file',
      isExecutable: (mode & 0o100) !== 0,
      body: archive.subarray(start, start + size),
    };
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function text(header: Uint8Array, start: number, length: number): string {
  const field = Buffer.from(header.subarray(start, start + length)).toString('utf8');
  const end = field.indexOf('\0');
  return end === -1 ? field : field.slice(0, end);
}

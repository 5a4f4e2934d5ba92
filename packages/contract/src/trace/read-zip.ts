/** More than any trace has. Another zip may be a bomb. */
const bounds = { file: 48 * 1_048_576, total: 96 * 1_048_576, files: 400 };

const marks = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 };

/** Bytes of the end of a zip, without its comment. */
const endBytes = 22;

/** Returns the selected files of a zip that fit the limits. @throws Error for another file */
export async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
  isRead: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let total = 0;
  for (const entry of entriesOf(view, bytes)) {
    if (!isRead(entry.name)) continue;
    if (files.size === bounds.files) break;
    // The header before the content repeats the name and the extra fields, which may be longer.
    const from =
      entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
    if (view.getUint32(entry.at, true) !== marks.file) throw new Error(unreadable);
    const packed = bytes.subarray(from, from + entry.packedBytes);
    const room = Math.min(bounds.file, bounds.total - total);
    const content = entry.method === 0 ? packed.slice(0, room) : await inflate(packed, room);
    if (content === undefined) continue;
    total += content.byteLength;
    files.set(entry.name, content);
  }
  return files;
}

const unreadable = 'The file is no zip that can be read.';

interface Entry {
  name: string;
  method: number;
  packedBytes: number;
  at: number;
}

function* entriesOf(view: DataView, bytes: Uint8Array): Generator<Entry> {
  let end = view.byteLength - endBytes;
  while (end >= 0 && view.getUint32(end, true) !== marks.end) end -= 1;
  if (end < 0) throw new Error(unreadable);
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== marks.entry) throw new Error(unreadable);
    const nameBytes = view.getUint16(at + 28, true);
    yield {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    };
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Returns undefined if the content is larger than `room`. */
async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  room: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > room) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

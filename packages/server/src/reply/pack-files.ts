/** A file of a response with several. */
export interface PackedFile {
  name: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
}

/** Writes a zip while its files arrive, uncompressed: most formats are compressed already. */
export async function* writeZip(files: Iterable<PackedFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate');
  let pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  const taken = () => {
    if (failure) throw failure;
    const some = pieces;
    pieces = [];
    return some;
  };
  for (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of content) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

const encoder = new TextEncoder();

/** Streams files as `multipart/mixed` (RFC 2046, 5.1). */
export async function* writeMultipart(
  files: Iterable<PackedFile>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  for (const { name, mediaType, content } of files) {
    const head = [
      `--${boundary}`,
      `Content-Type: ${mediaType}`,
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      '',
    ];
    yield encoder.encode(head.join('\r\n'));
    yield* content;
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

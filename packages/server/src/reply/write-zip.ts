import type { PackedFile } from './packed-file.ts';

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

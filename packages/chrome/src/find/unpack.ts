// Loaded on use: a start that finds its browser unpacked needs no decompression.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { tarEntries } from './tar-entries.ts';

/** Unpacks an archive of one file, an executable program. */
export async function unpackProgram(archive: string, target: string): Promise<void> {
  const chunkSize = 1 << 20;
  await pipeline(
    createReadStream(archive, { highWaterMark: chunkSize }),
    createBrotliDecompress({ chunkSize }),
    // Flushed: the folder must not take its final name before the program is on the disk.
    createWriteStream(target, { mode: 0o755, flush: true }),
  );
}

/** Unpacks a tar archive into a folder. */
export async function unpackTar(archive: string, dir: string): Promise<void> {
  const content = await promisify(brotliDecompress)(await readFile(archive));
  for (const entry of tarEntries(content)) {
    const target = path.join(dir, entry.name);
    const folder = entry.kind === 'folder' ? target : path.dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o755 });
    if (entry.kind === 'folder') continue;
    await writeFile(target, entry.body, { mode: entry.isExecutable ? 0o755 : 0o644 });
  }
}

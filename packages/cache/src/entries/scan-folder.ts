import { open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { decodeMetadata, metadataBytes } from './entry-file.ts';

/** Details of an entry's file that are known without reading it. */
export interface KnownFile {
  bytes: number;
  expiresAt: number;
  /** Unix milliseconds. */
  usedAt: number;
  /** The `usedAt` that the file itself says. */
  writtenUsedAt: number;
}

/** A file that has the name of an entry; without metadata when it is not one. */
export interface ScannedFile {
  key: string;
  file: KnownFile | undefined;
}

export interface ScanOptions {
  dir: string;
  /** Files that need not be looked into. */
  known: { peek(key: string): KnownFile | undefined };
  nowMs: number;
  onTrouble(error: unknown): void;
  /** Ends it before it is through. */
  signal: AbortSignal | undefined;
}

/** Age of an unfinished file that a killed process left, in ms. */
const abandonedAfterMs = 3_600_000;

/** Lists our entries in a folder, least recently used first; removes unfinished ones. */
export async function scanFolder({
  dir,
  known,
  nowMs,
  onTrouble,
  signal,
}: ScanOptions): Promise<ScannedFile[]> {
  const list = async (folder: string, names: RegExp) => {
    try {
      return (await readdir(folder)).filter((name) => names.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onTrouble(error);
      return [];
    }
  };
  for (const name of await list(path.join(dir, 'tmp'), /^[0-9a-f]{32}$/)) {
    await removeAbandoned(path.join(dir, 'tmp', name), nowMs);
  }
  const found: ScannedFile[] = [];
  for (const shard of await list(dir, /^[0-9a-f]{2}$/)) {
    const ours = new RegExp(`^${shard}[0-9a-f]{62}$`);
    for (const key of await list(path.join(dir, shard), ours)) {
      if (signal?.aborted) return found;
      const file = known.peek(key) ?? (await readMetadata(path.join(dir, shard, key), key));
      if (file !== 'gone') found.push({ key, file });
    }
  }
  return found.toSorted((a, b) => (a.file?.usedAt ?? 0) - (b.file?.usedAt ?? 0));
}

async function readMetadata(file: string, key: string): Promise<KnownFile | undefined | 'gone'> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size, mtimeMs } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(metadataBytes),
        0,
        metadataBytes,
        0,
      );
      const metadata = decodeMetadata(buffer.subarray(0, bytesRead));
      if (metadata?.key !== key || size <= metadata.bodyBytes) return undefined;
      return {
        bytes: size,
        expiresAt: metadata.expiresAt,
        usedAt: mtimeMs,
        writtenUsedAt: mtimeMs,
      };
    } finally {
      await handle.close();
    }
  } catch {
    // Another process removed it, or it cannot be read: either way nothing that could be counted.
    return 'gone';
  }
}

async function removeAbandoned(file: string, nowMs: number): Promise<void> {
  try {
    const { mtimeMs } = await stat(file);
    if (nowMs - mtimeMs > abandonedAfterMs) await unlink(file);
  } catch {
    // It was renamed in the meantime.
  }
}

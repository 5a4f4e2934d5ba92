import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that a tool made. */
export interface KeptResult {
  /** For example `screenshot-3.png`. */
  readonly name: string;
  /** URI under which the client can read it. */
  readonly uri: string;
  /** Its path, or its URL in a service. */
  readonly file: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** Options of {@link createResults}. */
export interface ResultsOptions {
  /** Folder of the files, which are kept. Default: a temporary one, removed by `close`. */
  folder?: string;
  /** Maximum total size, in bytes. Default 1 GiB. */
  maxBytes?: number;
}

/** Files of tools, by name. */
export interface Results {
  add(stem: string, extension: string, mediaType: string, body: Uint8Array): Promise<KeptResult>;
  find(name: string): KeptResult | undefined;
  /** Newest first. */
  list(): readonly KeptResult[];
  /** Removes a temporary folder. */
  close(): void;
}

const GIB = 2 ** 30;
/** Most files kept; beyond it, the oldest is removed first. */
const maxFiles = 200;

/** Stores the files of tools in a folder. */
export function createResults({ folder, maxBytes = GIB }: ResultsOptions = {}): Results {
  const kept = new Map<string, KeptResult>();
  let temporary: string | undefined;
  let number = 0;
  let bytes = 0;

  async function place(): Promise<string> {
    if (folder === undefined) return (temporary ??= mkdtempSync(join(tmpdir(), 'tintype-mcp-')));
    await mkdir(folder, { recursive: true });
    return folder;
  }

  async function makeRoom(): Promise<void> {
    while (kept.size > 0 && (kept.size >= maxFiles || bytes > maxBytes)) {
      const [oldest] = kept.values();
      if (oldest === undefined) return;
      kept.delete(oldest.name);
      bytes -= oldest.bytes;
      // A file in a folder that a person chose stays there: only its name is forgotten.
      if (folder === undefined) await rm(oldest.file, { force: true });
    }
  }

  async function write(name: string, body: Uint8Array): Promise<string | undefined> {
    const file = join(await place(), name);
    try {
      await writeFile(file, body, { flag: 'wx' });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw error;
    }
  }

  const keep: Results['add'] = async (stem, extension, mediaType, body) => {
    for (;;) {
      number += 1;
      const name = `${stem}-${number}.${extension}`;
      const file = await write(name, body);
      if (file === undefined) continue;
      const uri = pathToFileURL(file).href;
      const result = { name, uri, file, mediaType, bytes: body.byteLength };
      kept.set(name, result);
      return result;
    }
  };

  return {
    async add(stem, extension, mediaType, body) {
      // Reserves the room, as other files may be written concurrently.
      bytes += body.byteLength;
      try {
        await makeRoom();
        return await keep(stem, extension, mediaType, body);
      } catch (error) {
        bytes -= body.byteLength;
        throw error;
      }
    },
    find: (name) => kept.get(name),
    list: () => [...kept.values()].toReversed(),
    close() {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    },
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipPassThrough } from 'fflate';
import { writerVersion, type ArchivedPage } from './archived-page.ts';
import { digestOf } from './warc-record.ts';
import { writeWarc } from './write-warc.ts';

const pieceBytes = 1_048_576;
const warcName = 'data.warc.gz';

/** Writes a page and its exchanges as WACZ 1.1.1 (https://specs.webrecorder.net/wacz/1.1.1/). */
export async function writeWacz(archived: ArchivedPage): Promise<Uint8Array> {
  const warc = await writeWarc(archived, warcName);
  const files = {
    [`archive/${warcName}`]: warc.bytes,
    'indexes/index.cdxj': Buffer.from(warc.lines.map((line) => `${line}\n`).join('')),
    'pages/pages.jsonl': pagesOf(archived),
  };
  const description = datapackage(archived, files);
  const digest = { path: 'datapackage.json', hash: digestOf(description) };
  return zipStored({
    ...files,
    'datapackage.json': description,
    'datapackage-digest.json': json(digest),
  });
}

function pagesOf({ url, title, startedMs }: ArchivedPage): Uint8Array {
  const head = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' };
  const page = { id: '1', url, ts: new Date(startedMs).toISOString(), title: title || url };
  return Buffer.from(`${JSON.stringify(head)}\n${JSON.stringify(page)}\n`);
}

function datapackage(
  { url, title, startedMs }: ArchivedPage,
  files: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const at = new Date(startedMs).toISOString();
  return json({
    profile: 'data-package',
    wacz_version: '1.1.1',
    title: title || url,
    software: `Tintype archive ${writerVersion}`,
    created: at,
    mainPageUrl: url,
    mainPageDate: at,
    resources: Object.entries(files).map(([path, bytes]) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      hash: digestOf(bytes),
      bytes: bytes.length,
    })),
  });
}

/** Writes a zip without compression: players read parts of the file by their offset. */
async function zipStored(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [path, bytes] of Object.entries(files)) {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      entry.push(bytes.subarray(at, at + pieceBytes));
      // The checksum of a large file takes long.
      await nextTurn();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(pieces);
}

function json(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

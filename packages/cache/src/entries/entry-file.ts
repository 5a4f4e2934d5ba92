import type { Entry } from './entry.ts';

/*
 * One file holds one entry, so that it is there as a whole or not at all:
 *   tintype-cache-1 <SHA-256 of all that follows this line>
 *   {"key":...,"storedAt":...,"expiresAt":...,"bodyBytes":...}
 *   <the head of the result, JSON>
 *   <the body>
 */
const magic = 'tintype-cache-1 ';
const firstLineBytes = magic.length + 64 + 1;

/** Enough to hold the first two lines of every entry. */
export const metadataBytes = 512;

/** Content of the second line. */
export interface EntryMetadata {
  key: string;
  storedAt: number;
  expiresAt: number;
  bodyBytes: number;
}

/** The content of an entry's file. */
export async function encodeEntry({
  key,
  storedAt,
  expiresAt,
  head,
  body,
}: Entry): Promise<Uint8Array[]> {
  const metadata: EntryMetadata = { key, storedAt, expiresAt, bodyBytes: body.byteLength };
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(metadata)}\n${head}\n`), body]);
  return [Buffer.from(`${magic}${await sha256(rest)}\n`), rest];
}

/** Reads the first two lines without looking at the rest. Undefined when it is no file of ours. */
export function decodeMetadata(start: Buffer): EntryMetadata | undefined {
  if (start.subarray(0, magic.length).toString('latin1') !== magic) return undefined;
  if (start[firstLineBytes - 1] !== 0x0a) return undefined;
  const end = start.indexOf('\n', firstLineBytes);
  if (end === -1) return undefined;
  try {
    return JSON.parse(start.toString('utf8', firstLineBytes, end)) as EntryMetadata;
  } catch {
    return undefined;
  }
}

/** Undefined when the file is not, to the last bit, what was written under this key. */
export async function decodeEntry(
  key: string,
  file: Buffer<ArrayBuffer>,
): Promise<Entry | undefined> {
  const sum = file.toString('latin1', magic.length, firstLineBytes - 1);
  if (sum !== (await sha256(file.subarray(firstLineBytes)))) return undefined;
  const metadata = decodeMetadata(file);
  if (metadata?.key !== key) return undefined;
  const headStart = file.indexOf('\n', firstLineBytes) + 1;
  const headEnd = file.indexOf('\n', headStart);
  return {
    key,
    storedAt: metadata.storedAt,
    expiresAt: metadata.expiresAt,
    head: file.toString('utf8', headStart, headEnd),
    body: file.subarray(headEnd + 1),
  };
}

/** Off the main thread: the body may be a video. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

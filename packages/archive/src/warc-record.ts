import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface WarcRecord {
  type: 'warcinfo' | 'request' | 'response';
  id: string;
  atMs: number;
  contentType: string;
  block: Uint8Array;
  fields?: Readonly<Record<string, string>>;
}

const compress = promisify(gzip);

export function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** Returns a digest in the form of WARC files and indexes. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Writes a WARC 1.1 record, compressed separately, so that it can be read without the others. */
export async function writeRecord(record: WarcRecord): Promise<Uint8Array> {
  const { type, id, atMs, contentType, block, fields = {} } = record;
  const lines = {
    'WARC-Type': type,
    'WARC-Record-ID': id,
    'WARC-Date': new Date(atMs).toISOString(),
    ...fields,
    'Content-Type': contentType,
    'Content-Length': String(block.length),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return compress(
    Buffer.concat([
      Buffer.from(`WARC/1.1\r\n${head.join('')}\r\n`),
      block,
      Buffer.from('\r\n\r\n'),
    ]),
  );
}

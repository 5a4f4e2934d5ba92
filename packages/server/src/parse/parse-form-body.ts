import { setImmediate } from 'node:timers/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { RenderError } from '@tintype/contract';
import type { Entries } from './read-query.ts';

/** More than a form for one page needs. */
const maxFields = 500;
const maxFiles = 1000;

/** Bytes parsed at a time: 256 KiB of parts of 60 bytes take 67 ms. */
const pieceBytes = 4_096;

/** A body of multipart/form-data: parameters as fields, and the files of a page. */
export class FormBody {
  readonly entries: Entries;
  /** By the names that the page uses; without the page itself. */
  readonly files: Readonly<Record<string, Uint8Array>>;

  constructor(entries: Entries, files: Readonly<Record<string, Uint8Array>>) {
    this.entries = entries;
    this.files = files;
  }
}

/**
 * Parses a form. `index.html`, or the field `html`, is the page; other files are beside it.
 * @throws RenderError `invalid_request`
 */
export async function parseFormBody(contentType: string, body: Buffer): Promise<FormBody> {
  const entries: [string, string][] = [];
  const files = new Map<string, Buffer>();
  try {
    await read(contentType, body, {
      field: (name, value) => entries.push([name, value]),
      file: (name, content) => files.set(name, content),
    });
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError('invalid_request', 'The body is not valid multipart/form-data.', {
      cause: error,
    });
  }
  return new FormBody(entries, Object.fromEntries(files));
}

interface Parts {
  field(name: string, value: string): void;
  file(name: string, content: Buffer): void;
}

async function read(contentType: string, body: Buffer, parts: Parts): Promise<void> {
  const { Busboy } = await import('@fastify/busboy');
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      // Also streams fields: a page of 9 MB as one string takes 26 ms.
      isPartAFile: () => true,
      limits: { headerPairs: 20, parts: maxFields + maxFiles },
    });
    let [fields, files, isOver] = [0, 0, false];
    const refuse = (what: string, max: number) => {
      isOver = true;
      reject(new RenderError('invalid_request', `The form has more than ${max} ${what}.`));
    };
    parser.on('file', (field, stream, filename: string | undefined) => {
      if (filename === undefined) fields += 1;
      else files += 1;
      if (fields > maxFields) refuse('fields', maxFields);
      if (files > maxFiles) refuse('files', maxFiles);
      if (isOver) return void stream.resume();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A truncated form emits two errors, and the parser's own is the one to report.
      stream.on('error', reject);
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        if (field === 'html' || filename === 'index.html') parts.field('html', content.toString());
        else if (filename === undefined) parts.field(field, content.toString());
        else parts.file(filename || field, content);
      });
    });
    parser.on('partsLimit', () => refuse('parts', maxFields + maxFiles));
    parser.on('error', (error) => {
      isOver = true;
      reject(error);
    });
    parser.on('finish', () => resolve());
    feed(parser, body, () => isOver).catch(reject);
  });
}

/** Yields to other requests between pieces. */
async function feed(parser: BusboyInstance, body: Buffer, isOver: () => boolean): Promise<void> {
  const isOpen = () => parser.writable && !isOver();
  for (let start = 0; start < body.byteLength && isOpen(); start += pieceBytes) {
    parser.write(body.subarray(start, start + pieceBytes));
    await setImmediate();
  }
  if (isOpen()) parser.end();
}

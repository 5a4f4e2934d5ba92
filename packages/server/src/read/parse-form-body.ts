import { setImmediate } from 'node:timers/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { RenderError } from '@tintype/contract';
import type { Entries } from './read-query.ts';

/** A form with more than this is none that asks for one page. The body as a whole has a bound already. */
const maxFields = 500;
const maxFiles = 1000;

/** So much is read at a time. */
const pieceBytes = 262_144;

/** A body of multipart/form-data: parameters as fields, and the files of a page. */
export class FormBody {
  readonly entries: Entries;
  /** By the names that the page uses for them; without the page itself. */
  readonly files: Readonly<Record<string, Uint8Array>>;

  constructor(entries: Entries, files: Readonly<Record<string, Uint8Array>>) {
    this.entries = entries;
    this.files = files;
  }
}

/**
 * Reads a form. A file called `index.html`, or in the field `html`, is the page; every other file lies beside it under its own name.
 * @throws RenderError `invalid_request`
 */
export async function parseFormBody(contentType: string, body: Buffer): Promise<FormBody> {
  const entries: [string, string][] = [];
  const files = new Map<string, Buffer>();
  try {
    await read(contentType, body, {
      field: (name, value) => entries.push([name, value]),
      file(name, content) {
        if (name === 'html') entries.push([name, content.toString('utf8')]);
        else files.set(name, content);
      },
    });
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError(
      'invalid_request',
      'The body is not multipart/form-data that can be read.',
      {
        cause: error,
      },
    );
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
      limits: {
        fields: maxFields,
        files: maxFiles,
        fieldSize: body.byteLength + 1,
        headerPairs: 20,
      },
    });
    const tooMany = (what: string, most: number) => () =>
      reject(new RenderError('invalid_request', `The form has more than ${most} ${what}.`));
    parser.on('field', (name, value) => parts.field(name, value));
    parser.on('file', (field, stream, filename) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // One that is cut off is told of twice, and the parser's own error is what counts.
      stream.on('error', reject);
      stream.on('end', () => {
        const isPage = field === 'html' || filename === 'index.html';
        parts.file(isPage ? 'html' : filename || field, Buffer.concat(chunks));
      });
    });
    parser.on('fieldsLimit', tooMany('fields', maxFields));
    parser.on('filesLimit', tooMany('files', maxFiles));
    parser.on('error', reject);
    parser.on('finish', () => resolve());
    feed(parser, body).catch(reject);
  });
}

/** Others are answered between two pieces. */
async function feed(parser: BusboyInstance, body: Buffer): Promise<void> {
  for (let start = 0; start < body.byteLength && parser.writable; start += pieceBytes) {
    parser.write(body.subarray(start, start + pieceBytes));
    await setImmediate();
  }
  if (parser.writable) parser.end();
}

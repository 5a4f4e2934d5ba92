import { Readable } from 'node:stream';
import { RenderError } from '@tintype/contract/errors';
import type { ByteRange } from '../file-bytes.ts';
import { readText, S3Failure, storageErrorOf, textOf } from './answers.ts';
import type { Sender } from './send.ts';

const MIB = 1_048_576;
/** Larger objects are sent in parts, concurrently, each with its own retries. */
const ONE_REQUEST_BYTES = 16 * MIB;
/** S3 wants 5 MiB and more, and 10,000 parts and less. */
const PART_BYTES = 8 * MIB;
const PARTS_AT_ONCE = 4;
const MAX_ANSWER = 65_536;

type Bytes = Uint8Array<ArrayBuffer>;

/** Each request is signed over a digest of its content, which the storage compares. */
export async function putObject(
  sender: Sender,
  key: string,
  body: Bytes,
  sha256?: string,
): Promise<void> {
  if (body.byteLength > ONE_REQUEST_BYTES) return putParts(sender, key, body);
  const known = sha256 === undefined ? {} : { sha256 };
  return sender.send(
    { method: 'PUT', key, body, ...known },
    async (answer) => void (await readText(answer, MAX_ANSWER)),
  );
}

async function putParts(sender: Sender, key: string, body: Bytes): Promise<void> {
  const started = await sender.send({ method: 'POST', key, query: { uploads: '' } }, (answer) =>
    readText(answer, MAX_ANSWER),
  );
  const uploadId = textOf(started, 'UploadId');
  if (!uploadId) throw new S3Failure(502, '', 'There is no UploadId in the answer.');
  const stopping = new AbortController();
  try {
    const etags = await sendParts(sender, { key, uploadId, body, stopping });
    await complete(sender, { key, uploadId, etags, bytes: body.byteLength });
  } catch (error) {
    // Parts are paid for until they are gone. Where this fails, too, a lifecycle rule of the bucket
    // removes them.
    await sender
      .send({ method: 'DELETE', key, query: { uploadId } }, (answer) =>
        readText(answer, MAX_ANSWER),
      )
      .catch(() => {});
    throw error;
  }
}

interface Upload {
  key: string;
  uploadId: string;
}

/** The first part that fails ends the others. Resolves and rejects when none is under way. */
async function sendParts(
  { send }: Sender,
  { key, uploadId, body, stopping }: Upload & { body: Bytes; stopping: AbortController },
): Promise<string[]> {
  const etags: string[] = [];
  const count = Math.ceil(body.byteLength / PART_BYTES);
  let next = 0;
  const work = async () => {
    try {
      while (next < count && !stopping.signal.aborted) {
        const at = next++;
        const part = body.subarray(at * PART_BYTES, (at + 1) * PART_BYTES);
        const query = { partNumber: String(at + 1), uploadId };
        const { signal } = stopping;
        etags[at] = await send(
          { method: 'PUT', key, query, body: part, signal },
          async (answer) => {
            await readText(answer, MAX_ANSWER);
            return answer.headers.get('etag') ?? '';
          },
        );
      }
    } catch (error) {
      stopping.abort(error);
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, work));
  if (ends.some(({ status }) => status === 'rejected')) throw stopping.signal.reason as Error;
  return etags;
}

async function complete(
  { send }: Sender,
  { key, uploadId, etags, bytes }: Upload & { etags: readonly string[]; bytes: number },
): Promise<void> {
  const parts = etags.map(
    (etag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</ETag></Part>`,
  );
  const body: Bytes = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  );
  try {
    await send({ method: 'POST', key, query: { uploadId }, body }, async (answer, { expect }) => {
      expect(bytes);
      // It answers with 200 before it knows.
      const text = await readText(answer, MAX_ANSWER);
      const code = textOf(text, 'Error') === undefined ? undefined : (textOf(text, 'Code') ?? '');
      if (code !== undefined) throw new S3Failure(500, code, `It answered with ${code}.`);
    });
  } catch (error) {
    if (!(error instanceof S3Failure) || error.code !== 'NoSuchUpload') throw error;
    // An attempt before this one did it, and its answer was lost.
    const length = await send({ method: 'HEAD', key }, async ({ headers }) =>
      Number(headers.get('content-length')),
    );
    if (length !== bytes) throw error;
  }
}

/** Maximum silence of the storage in the middle of an object that a client reads. */
const SILENCE_MS = 15_000;
/** In a row, without a byte between them. */
const MAX_RESUMES = 3;

interface Wanted {
  key: string;
  /** Of the whole object. */
  bytes: number;
  range: ByteRange | undefined;
}

interface Answer {
  body: ReadableStream<Uint8Array>;
  etag: string | undefined;
  /** Of the whole object. */
  bytes: number;
  stop(): void;
}

/** Streams an object and resumes after a broken connection. Undefined for another length. */
export async function readObject(
  sender: Sender,
  { key, bytes, range }: Wanted,
): Promise<Readable | undefined> {
  const first = range?.first ?? 0;
  const last = range?.last ?? bytes - 1;
  const answer = await ask(sender, key, range && { first, last });
  if (answer.bytes !== bytes) {
    answer.stop();
    return undefined;
  }
  const resume = (at: number) => ask(sender, key, { first: at, last }, answer.etag);
  const stream = Readable.from(chunks(answer, { first, last }, resume), { objectMode: false });
  // A generator that has not been read yet ends without running its `finally`.
  return stream.once('close', answer.stop);
}

async function* chunks(
  start: Answer,
  { first, last }: ByteRange,
  resume: (at: number) => Promise<Answer>,
): AsyncGenerator<Uint8Array> {
  let answer: Answer | undefined = start;
  try {
    for (let at = first, failures = 0; at <= last;) {
      try {
        answer ??= await resume(at);
        for await (const chunk of untilSilent(answer)) {
          // Some servers give more than they were asked for.
          const wanted = chunk.subarray(0, last + 1 - at);
          at += wanted.byteLength;
          failures = 0;
          yield wanted;
          if (wanted.byteLength < chunk.byteLength) break;
        }
        if (at <= last) throw new S3Failure(0, '', 'it ended in the middle of a file');
      } catch (error) {
        answer?.stop();
        answer = undefined;
        if (++failures > MAX_RESUMES) throw brokenOff(error);
      }
    }
  } finally {
    answer?.stop();
  }
}

function brokenOff(error: unknown): unknown {
  const isKnown = error instanceof S3Failure || RenderError.is(error);
  const reason = 'it stopped in the middle of a file';
  return storageErrorOf(isKnown ? error : new S3Failure(0, '', reason, error));
}

/** Only what it takes to answer counts as silence, not what it takes to pass on what came. */
async function* untilSilent({ body, stop }: Answer): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const timer = setTimeout(stop, SILENCE_MS);
    try {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      yield value;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function ask(
  { send }: Sender,
  key: string,
  range: ByteRange | undefined,
  etag?: string,
): Promise<Answer> {
  const headers = {
    ...(range && { range: `bytes=${range.first}-${range.last}` }),
    ...(etag && { 'if-match': etag }),
  };
  return send({ method: 'GET', key, headers }, async (response, { stop }) => {
    const { headers: told, body, status } = response;
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(told.get('content-range') ?? '') ?? [];
    if (range && (status !== 206 || Number(from) !== range.first)) {
      stop();
      throw new S3Failure(501, '', 'It gives no ranges.');
    }
    return {
      body: body ?? new Blob([]).stream(),
      etag: told.get('etag') ?? undefined,
      bytes: Number(total ?? told.get('content-length') ?? Number.NaN),
      stop,
    };
  });
}

import { Readable } from 'node:stream';
import { RenderError } from '@tintype/contract/errors';
import type { ByteRange } from '../ports/files.ts';
import type { Sender } from './create-send.ts';
import { S3Failure, storageErrorOf } from './s3-error.ts';

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

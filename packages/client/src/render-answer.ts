import type { ComparisonFigures } from '@tintype/contract/wire';
import {
  headerTable,
  readFileName,
  readMetadata,
  readRate,
  readReceipt,
  readServerTiming,
  type Metadata,
  type RateWindow,
  type Receipt,
  type StepTiming,
} from '@tintype/contract/headers';
import { TintypeError } from './tintype-error.ts';

/** Headers of a render's response. */
export interface AnswerInfo {
  /** For example `image/jpeg`. */
  mediaType: string;
  /** With its extension; absent without `attachment_name`. */
  fileName?: string;
  /** Metadata requested by `metadata_*` parameters. */
  metadata: Metadata;
  /** The report on the result's quality; absent if the service sends none. */
  receipt?: Receipt;
  /** UUID v7, as in the logs of the service. */
  requestId: string;
  /** Absent without `cache`. */
  cache?: 'HIT' | 'MISS';
  /** The stages of the render, and the wait in the queue. */
  timings: StepTiming[];
  /** Requests left in this minute. */
  rateLimit?: RateWindow;
  /** Parameters of another operation, which were ignored. */
  ignored: string[];
}

/** Result of a render. */
export interface RenderAnswer extends AnswerInfo {
  /** The file. */
  body: Uint8Array<ArrayBuffer>;
}

export interface ScrapeAnswer extends RenderAnswer {
  /** The body, decoded. */
  text: string;
}

/** Result of a render as a stream. Read it to its end, or cancel it. */
export interface StreamAnswer extends AnswerInfo {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export async function readRendering(answer: Response): Promise<RenderAnswer> {
  const info = readInfo(answer);
  return { ...info, body: new Uint8Array(await answer.arrayBuffer()) };
}

export async function readText(answer: Response): Promise<ScrapeAnswer> {
  const rendering = await readRendering(answer);
  return { ...rendering, text: new TextDecoder().decode(rendering.body) };
}

export async function readStream(answer: Response): Promise<StreamAnswer> {
  const info = readInfo(answer);
  return { ...info, body: answer.body ?? new Blob([]).stream() };
}

/** Reads a stored result, which may be on another server. */
export async function readFile(
  answer: Response,
): Promise<Pick<RenderAnswer, 'body' | 'mediaType'>> {
  const mediaType = answer.headers.get('content-type') ?? 'application/octet-stream';
  return { body: new Uint8Array(await answer.arrayBuffer()), mediaType };
}

/** Difference between two images. */
export interface ImageComparison extends ComparisonFigures {
  /** PNG: the later image, pale, with the differences. */
  body: Uint8Array;
}

/** Reads a comparison and its image. */
export async function readComparison(answer: Response): Promise<ImageComparison> {
  const figures = answer.headers.get('x-tintype-comparison') ?? '';
  const found = await readJson<ComparisonFigures>(
    new Response(figures, { status: answer.status, headers: answer.headers }),
  );
  return { ...found, body: new Uint8Array(await answer.arrayBuffer()) };
}

/** @throws {TintypeError} `bad_answer` when this is no rendering of Tintype. */
function readInfo({ status, headers }: Response): AnswerInfo {
  const requestId = headers.get(headerTable.requestId.name);
  const mediaType = headers.get('content-type');
  if (status !== 200 || mediaType === null || requestId === null) {
    throw new TintypeError(
      'bad_answer',
      `The answer is no rendering: status ${status}, ${mediaType ?? 'no content-type'}, ` +
        `${requestId === null ? 'no' : 'with'} ${headerTable.requestId.name}. Check baseUrl. ` +
        'In a browser, the service has to allow the origin of the page.',
      { statusCode: status, requestId: requestId ?? undefined },
    );
  }
  const fileName = readFileName(headers.get(headerTable.contentDisposition.name));
  const cache = headers.get(headerTable.cache.name);
  const rateLimit = readRate(headers);
  const receipt = readReceipt(headers);
  const ignored = headers.get(headerTable.ignored.name);
  return {
    mediaType,
    ...(fileName === undefined ? {} : { fileName }),
    metadata: readMetadata(headers),
    ...(receipt === undefined ? {} : { receipt }),
    requestId,
    ...(cache === 'HIT' || cache === 'MISS' ? { cache } : {}),
    timings: readServerTiming(headers.get(headerTable.serverTiming.name)),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ignored: ignored === null ? [] : ignored.split(/, */),
  };
}

export async function readNothing(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

/** A part of a list, and the cursor of the next one. */
export interface ListPage<T> {
  body: T;
  next?: string;
}

/** @throws {TintypeError} `bad_answer` when the body is no JSON object. */
export async function readPage<T extends object>(answer: Response): Promise<ListPage<T>> {
  const next = /<[^>]*[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '');
  const body = await readJson<T>(answer);
  return next?.[1] === undefined ? { body } : { body, next: next[1] };
}

/** @throws {TintypeError} `bad_answer` when the body is no JSON object. */
export async function readJson<T extends object>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Reported below.
  }
  throw new TintypeError('bad_answer', 'The answer is no JSON object. Check baseUrl.', {
    statusCode: answer.status,
    requestId: answer.headers.get(headerTable.requestId.name) ?? undefined,
  });
}

import type { Objects } from '../file-bytes.ts';
import { elements, readText, S3Failure, storageErrorOf, textOf } from './answers.ts';
import { putObject, readObject } from './objects.ts';
import type { S3Options } from './s3-options.ts';
import { createSend } from './send.ts';

/**
 * Objects in an S3 bucket. Every method has an end: requests that fail for the moment are sent
 * again a few times, and then it rejects.
 * @throws RenderError `storage_failed` of every method
 */
export interface Bucket extends Objects {
  /** Writes an object. A large one goes in parts; of one that fails, no part stays. */
  put(key: string, bytes: Uint8Array, sha256?: string): Promise<void>;
  /**
   * Returns a URL that opens an object for some seconds, at most while the credentials are valid.
   */
  address(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>;
  /** Resolves if the bucket is usable. Checked at most every ten seconds, two while it is not. */
  check(): Promise<void>;
}

const MAX_LIST = 4 * 1_048_576;
const GOOD_MS = 10_000;
const BAD_MS = 2_000;
const LOOK_MS = 3_000;

/**
 * Opens a bucket. Nothing is sent or loaded before its first use.
 * @example
 * const bucket = createBucket({ bucket: 'shots', credentials: { accessKeyId, secretAccessKey } });
 * await bucket.put('hello.txt', Buffer.from('hello'));
 */
export function createBucket(options: S3Options): Bucket {
  const sender = createSend(options);
  // A health check does not wait long.
  const { attemptMs = LOOK_MS } = options;
  const looker = createSend({ ...options, attempts: 1, attemptMs: Math.min(attemptMs, LOOK_MS) });
  const health = createHealth(async () => {
    await looker.send({ method: 'HEAD' }, drain);
  });
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      health.worked();
      return result;
    } catch (error) {
      if (error instanceof S3Failure) health.failed(error);
      throw storageErrorOf(error);
    }
  };
  const missing = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
    doing(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof S3Failure && isAbsence(error)) return undefined;
        throw error;
      }
    });
  const size: Bucket['size'] = (key) =>
    missing(() => sender.send({ method: 'HEAD', key }, async (answer) => lengthOf(answer)));
  return {
    size,
    put: (key, bytes, sha256) => doing(() => putObject(sender, key, plain(bytes), sha256)),
    get: (key, maxBytes) =>
      missing(() =>
        sender.send({ method: 'GET', key }, async (answer, { stop, expect }) => {
          const length = lengthOf(answer);
          if (!(length <= maxBytes)) {
            stop();
            throw new S3Failure(404, '', 'It is larger.');
          }
          expect(length);
          return Buffer.from(await answer.arrayBuffer());
        }),
      ),
    open: (key, bytes, range) => missing(() => readObject(sender, { key, bytes, range })),
    remove: async (key) =>
      void (await missing(() => sender.send({ method: 'DELETE', key }, drain))),
    list: (prefix, ageMs = -Infinity) => list(sender, { prefix, ageMs }, doing),
    address: (key, query, seconds) => doing(() => sender.address(key, query, seconds)),
    check: async () => {
      try {
        await health.check();
      } catch (error) {
        throw storageErrorOf(error);
      }
    },
  };
}

/** Results of recent checks are reused. */
function createHealth(look: () => Promise<void>) {
  let last: { error?: S3Failure; until: number } = { until: 0 };
  let looking: Promise<void> | undefined;
  // Monotonic time, in ms.
  const now = () => performance.now();
  const worked = () => void (last = { until: now() + GOOD_MS });
  const failed = (error: S3Failure) => void (last = { error, until: now() + BAD_MS });
  const ask = async () => {
    try {
      await look();
      worked();
    } catch (error) {
      if (error instanceof S3Failure) failed(error);
      throw error;
    }
  };
  return {
    worked,
    failed,
    async check() {
      if (now() >= last.until) return (looking ??= ask().finally(() => (looking = undefined)));
      if (last.error) throw last.error;
    },
  };
}

async function* list(
  { send, fullKey }: ReturnType<typeof createSend>,
  { prefix, ageMs }: { prefix: string; ageMs: number },
  doing: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncIterable<string> {
  const inFront = fullKey('').length;
  for (let token: string | undefined; ;) {
    const query = {
      'list-type': '2',
      prefix: fullKey(prefix),
      ...(token && { 'continuation-token': token }),
    };
    const { text, date } = await doing(() =>
      send({ method: 'GET', query }, async (answer) => ({
        text: await readText(answer, MAX_LIST),
        date: Date.parse(answer.headers.get('date') ?? ''),
      })),
    );
    for (const element of elements(text, 'Contents')) {
      const key = textOf(element, 'Key') ?? '';
      const changed = Date.parse(textOf(element, 'LastModified') ?? '');
      if ((Number.isNaN(date) ? Date.now() : date) - changed >= ageMs) yield key.slice(inFront);
    }
    token = textOf(text, 'NextContinuationToken');
    if (token === undefined || textOf(text, 'IsTruncated') !== 'true') return;
  }
}

/** A range behind its end is one of an object of another length. */
const isAbsence = ({ status, code }: S3Failure) =>
  (status === 404 && code !== 'NoSuchBucket') || status === 416;

const drain = async (answer: Response) => void (await readText(answer, MAX_LIST));

function lengthOf({ headers }: Response): number {
  return Number(headers.get('content-length') ?? Number.NaN);
}

/** Returns bytes that a request can send: it rejects memory shared among threads. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}

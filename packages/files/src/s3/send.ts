import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '../file-bytes.ts';
import { createKeys, type S3Options } from './s3-options.ts';
import { readText, isPassing, S3Failure, textOf } from './answers.ts';

/** A request to the bucket. */
export interface S3Call {
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Without the prefix; absent for the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** Of the body, in hex, where it is known already. */
  sha256?: string;
  signal?: AbortSignal | undefined;
}

/** An attempt that has an answer. */
export interface Attempt {
  /** Aborts the request, and the unread rest of its response. */
  stop(): void;
  /** Extends the time limit by what this number of bytes takes. */
  expect(bytes: number): void;
}

/** Reads what came, within the time of the attempt. */
export type ReadAnswer<T> = (response: Response, attempt: Attempt) => Promise<T>;

/** Sends requests to one bucket, signed, and again where that may help. */
export interface Sender {
  /** @throws S3Failure where no attempt had an answer of 2xx */
  send<T>(call: S3Call, read: ReadAnswer<T>): Promise<T>;
  /** The key with its prefix. */
  fullKey(key: string): string;
  /** An address that opens an object for so long, or as long as the keys are good. */
  address(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>;
}

/** The body of an error, of which its code is of use. */
const MAX_ERROR = 65_536;
const MIB = 1_048_576;

/** Of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export function createSend(options: S3Options): Sender {
  const { attempts = 4, attemptMs = 10_000, region = 'us-east-1', prefix } = options;
  const base = bucketUrl(options, region);
  const keys = createKeys(options.credentials);
  const fullKey = (key: string) => (prefix ? `${prefix}/${key}` : key);
  const urlOf = ({ key, query = {} }: Pick<S3Call, 'key' | 'query'>) => {
    const url = new URL(key === undefined ? base : `${base}/${fullKey(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  const sign = async (call: S3Call, isAddress = false) => {
    const { AwsV4Signer } = await import('aws4fetch');
    const headers = isAddress
      ? {}
      : { ...call.headers, 'x-amz-content-sha256': call.sha256 ?? EMPTY };
    const { method } = call;
    const wanted = { ...(await keys()).keys, method, headers, region, service: 's3' };
    const signer = new AwsV4Signer({ ...wanted, url: urlOf(call), signQuery: isAddress });
    return signer.sign();
  };

  async function attempt<T>(call: S3Call, read: ReadAnswer<T>): Promise<T> {
    const stopper = new AbortController();
    const stop = () => stopper.abort();
    let timer: NodeJS.Timeout | undefined;
    const expect = (bytes: number) => {
      clearTimeout(timer);
      timer = setTimeout(stop, attemptMs + (bytes / MIB) * 1_000);
    };
    expect(call.body?.byteLength ?? 0);
    call.signal?.addEventListener('abort', stop, { once: true });
    try {
      const { url, headers } = await sign(call);
      const { method, body } = call;
      const { signal } = stopper;
      const response = await fetch(plainSpaces(url), {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body && { body }),
      });
      if (!response.ok) throw await failureOf(response);
      return await read(response, { stop, expect });
    } catch (error) {
      // What was being read is of no use to anybody.
      stop();
      call.signal?.throwIfAborted();
      if (error instanceof S3Failure) throw error;
      const reason =
        stopper.signal.aborted && isAbort(error)
          ? 'it does not answer in time'
          : 'it cannot be reached';
      throw new S3Failure(0, '', reason, error);
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', stop);
    }
  }

  return {
    fullKey,
    send: async (given, read) => {
      const call =
        given.body && !given.sha256 ? { ...given, sha256: await sha256(given.body) } : given;
      for (let count = 1; ; count++) {
        try {
          return await attempt(call, read);
        } catch (error) {
          if (count >= attempts || !(error instanceof S3Failure) || !isPassing(error)) throw error;
          // Longer each time, and not at the same time as all others.
          await delay((0.5 + Math.random() / 2) * 100 * 4 ** (count - 1), undefined, {
            signal: call.signal,
          });
        }
      }
    },
    address: async (key, query, seconds) => {
      // With the keys ends what they have signed.
      const { endsAt = Infinity } = await keys();
      const lifetime = Math.max(1, Math.min(seconds, Math.floor((endsAt - Date.now()) / 1_000)));
      const call = {
        method: 'GET',
        key,
        query: { ...query, 'X-Amz-Expires': String(lifetime) },
      } as const;
      return plainSpaces((await sign(call, true)).url);
    },
  };
}

/** A space is `%20` in what is signed; a server may take `+` for a plus. */
function plainSpaces(url: URL): string {
  return url.href.replaceAll('+', '%20');
}

/** Without a slash at its end. AWS wants the bucket in the name of the host, others in the path. */
function bucketUrl({ bucket, endpoint }: S3Options, region: string): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // A certificate for *.s3... does not match a name with more dots.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

const isAbort = (error: unknown) => (error as Error).name === 'AbortError';

async function failureOf(response: Response): Promise<S3Failure> {
  const text = await readText(response, MAX_ERROR).catch(() => '');
  const code = textOf(text, 'Code') ?? '';
  return new S3Failure(response.status, code, `Status ${response.status} ${code}`.trim());
}

import { readFile } from 'node:fs/promises';
import { readText, S3Failure, elements, textOf } from './answers.ts';

/** Keys that sign requests. */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of keys that end. */
  sessionToken?: string;
}

/** Source of temporary credentials: the endpoint of the container service, as in EKS and ECS. */
export interface S3KeysFrom {
  url: string;
  /** A file with what the header Authorization is to say; it is read each time. */
  tokenFile?: string;
  /** The same as text. */
  token?: string;
}

/** A role assumed with the token of a service account, as in EKS (IRSA). */
export interface S3KeysOfRole {
  roleArn: string;
  /** It is read each time. */
  tokenFile: string;
  /** Of STS. */
  endpoint: string;
}

/** A bucket, and how it is reached. Plain data: it is handed to threads. */
export interface S3Options {
  bucket: string;
  /** In front of every key, without slashes at its ends. Default: none. */
  prefix?: string;
  /** Default: that of AWS in the region. */
  endpoint?: string;
  /** Default `us-east-1`. */
  region?: string;
  credentials: S3Keys | S3KeysFrom | S3KeysOfRole;
  /** Validity of direct URLs in seconds. Default 0: the service streams files. */
  addressSeconds?: number;
  /** Maximum attempts of a request. Default 4. */
  attempts?: number;
  /** Maximum time of an attempt in ms, plus a second per MiB. Default 10,000. */
  attemptMs?: number;
}

/** The format that {@link parseS3Place} accepts, for messages. */
export const S3_PLACE = 's3://<bucket> or s3://<bucket>/<prefix>';

/**
 * Reads `s3://bucket/prefix`.
 *
 * A prefix has letters, digits, `.`, `_`, `-` and slashes alone: no client or server writes these
 * in two ways.
 */
export function parseS3Place(text: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]{0,200}))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const plain = prefix.replace(/[^/]\/$/, (end) => end.slice(0, 1));
  const isPlain =
    prefix === '' || plain.split('/').every((part) => part !== '' && !/^\.+$/.test(part));
  return isPlain ? { bucket, prefix: plain } : undefined;
}

/** Time before expiry at which credentials are refreshed, in ms, while the previous ones are used. */
const EARLY_MS = 5 * 60_000;
/** Not sooner after the last time, whether it went well or not. */
const PAUSE_MS = 30_000;
const TIMEOUT_MS = 5_000;
/** A minute for keys of which it is not said when they end. */
const UNKNOWN_MS = 60_000;
const MAX_ANSWER = 65_536;

/** Keys, and when they end where that is known. */
interface LentKeys {
  keys: S3Keys;
  endsAt?: number | undefined;
}

/** Returns the current credentials; refreshes them in the background before they expire. */
export function createKeys(
  credentials: S3Options['credentials'],
  now = Date.now,
): () => Promise<LentKeys> {
  if ('accessKeyId' in credentials) return async () => ({ keys: credentials });
  let last: { lent: LentKeys; goodUntil: number } | undefined;
  let renewAt = 0;
  let asking: Promise<LentKeys> | undefined;
  const ask = async () => {
    try {
      const lent = await askFor(credentials);
      const goodUntil = lent.endsAt ?? now() + UNKNOWN_MS;
      last = { lent, goodUntil };
      renewAt = Math.max(now() + PAUSE_MS, goodUntil - EARLY_MS);
      return lent;
    } catch (error) {
      renewAt = now() + PAUSE_MS;
      throw error;
    }
  };
  const askOnce = () => (asking ??= ask().finally(() => (asking = undefined)));
  return async () => {
    if (last === undefined || now() >= last.goodUntil) return askOnce();
    // Those of before are good for some minutes more: who asks next tells whether this failed.
    if (now() >= renewAt) askOnce().catch(() => {});
    return last.lent;
  };
}

async function askFor(credentials: S3KeysFrom | S3KeysOfRole): Promise<LentKeys> {
  try {
    const given =
      'url' in credentials ? await askContainer(credentials) : await askSts(credentials);
    const { accessKeyId, secretAccessKey, sessionToken, expiration } = given;
    if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') {
      throw new TypeError('There are no keys in the answer.');
    }
    const endsAt = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
    const token = typeof sessionToken === 'string' ? { sessionToken } : {};
    return {
      keys: { accessKeyId, secretAccessKey, ...token },
      endsAt: Number.isNaN(endsAt) ? undefined : endsAt,
    };
  } catch (error) {
    throw new S3Failure(0, '', 'the keys for it cannot be got', error);
  }
}

/** The raw response: fields may have any type. */
interface Answered {
  accessKeyId: unknown;
  secretAccessKey: unknown;
  sessionToken: unknown;
  expiration: unknown;
}

async function askContainer({ url, token, tokenFile }: S3KeysFrom): Promise<Answered> {
  const authorization =
    tokenFile === undefined ? token : (await readFile(tokenFile, 'utf8')).trim();
  const headers = authorization === undefined ? {} : { authorization };
  const given = JSON.parse(await textFrom(url, { headers })) as Record<string, unknown>;
  return {
    accessKeyId: given['AccessKeyId'],
    secretAccessKey: given['SecretAccessKey'],
    sessionToken: given['Token'],
    expiration: given['Expiration'],
  };
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
async function askSts({ roleArn, tokenFile, endpoint }: S3KeysOfRole): Promise<Answered> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'tintype',
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  });
  const [given = ''] = elements(await textFrom(endpoint, { method: 'POST', body }), 'Credentials');
  return {
    accessKeyId: textOf(given, 'AccessKeyId'),
    secretAccessKey: textOf(given, 'SecretAccessKey'),
    sessionToken: textOf(given, 'SessionToken'),
    expiration: textOf(given, 'Expiration'),
  };
}

async function textFrom(url: string, init: RequestInit): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, redirect: 'error', signal });
  const text = await readText(response, MAX_ANSWER);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return text;
}

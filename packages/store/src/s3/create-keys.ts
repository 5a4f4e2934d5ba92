import { readFile } from 'node:fs/promises';
import { S3Failure } from './s3-error.ts';
import type { S3Keys, S3KeysFrom, S3Options } from './s3-options.ts';

/** Keys that end are got anew so long before their end. */
const EARLY_MS = 5 * 60_000;
const TIMEOUT_MS = 5_000;
/** A minute for keys of which it is not said when they end. */
const UNKNOWN_MS = 60_000;
const MAX_ANSWER = 65_536;

/** Gives the keys of now. */
export function createKeys(
  credentials: S3Options['credentials'],
  now = Date.now,
): () => Promise<S3Keys> {
  if (!('url' in credentials)) return async () => credentials;
  let last: { keys: S3Keys; until: number; endsAt: number } | undefined;
  let asking: Promise<S3Keys> | undefined;
  const ask = async () => {
    try {
      const { keys, endsAt } = await askFor(credentials, now);
      last = { keys, endsAt, until: Math.max(now() + UNKNOWN_MS, endsAt - EARLY_MS) };
      return keys;
    } catch (error) {
      // Those of before are good for some minutes more.
      if (last !== undefined && now() < last.endsAt) return last.keys;
      throw error;
    }
  };
  return async () => {
    if (last !== undefined && now() < last.until) return last.keys;
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };
}

async function askFor(
  { url, token, tokenFile }: S3KeysFrom,
  now: () => number,
): Promise<{ keys: S3Keys; endsAt: number }> {
  try {
    const authorization =
      tokenFile === undefined ? token : (await readFile(tokenFile, 'utf8')).trim();
    const response = await fetch(url, {
      headers: authorization === undefined ? {} : { authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok || text.length > MAX_ANSWER) throw new Error(`status ${response.status}`);
    const given = JSON.parse(text) as Record<string, unknown>;
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = given;
    if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string') {
      throw new TypeError('There are no keys in the answer.');
    }
    const endsAt = typeof Expiration === 'string' ? Date.parse(Expiration) : Number.NaN;
    return {
      keys: {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        ...(typeof Token === 'string' ? { sessionToken: Token } : {}),
      },
      endsAt: Number.isNaN(endsAt) ? now() + UNKNOWN_MS : endsAt,
    };
  } catch (error) {
    throw new S3Failure(0, '', 'the keys for it cannot be got', error);
  }
}

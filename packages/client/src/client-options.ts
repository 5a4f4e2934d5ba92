import { longestRenderMs, wrongValue } from '@tintype/contract/light';

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, for example `https://render.example.com`, with its path prefix, if any. */
  baseUrl: string;
  /** Access key of the account. In a browser, users of the page can read it. */
  accessKey: string;
  /** Secret key of the account, for signed URLs. Belongs on servers only. */
  secretKey?: string;
  /** Publishable key, for links instead of the access key: it is valid for signed GETs only. */
  publishableKey?: string;
  /** Sends renders as signed GETs instead of POSTs. Needs `secretKey`. Default false. */
  signRequests?: boolean;
  /** Retries after 429, 503 and a broken connection, if repeating is safe. 0 to 10, default 2. */
  retries?: number;
  /** Time for a call with all attempts, in milliseconds. 1 to 7,200,000, default 360,000. */
  timeoutMs?: number;
  /** Sends the requests. Default: the `fetch` of the platform. */
  fetch?: typeof fetch;
}

export interface CheckedOptions {
  /** Headers that authenticate requests, instead of the access key. */
  credentials?: Readonly<Record<string, string>>;
  baseUrl: string;
  accessKey: string;
  secretKey: string | undefined;
  publishableKey: string | undefined;
  signRequests: boolean;
  retries: number;
  timeoutMs: number;
  fetch: typeof fetch;
}

/** The longest render, and a minute for waiting and transfer. */
export const usualTimeoutMs: number = longestRenderMs() + 60_000;

/** @throws {TypeError} Naming the option, its range and what it got. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const { accessKey, secretKey, signRequests = false, retries = 2 } = options;
  const { timeoutMs = usualTimeoutMs } = options;
  if (typeof accessKey !== 'string' || !/^[!-~]+$/.test(accessKey)) {
    throw new TypeError(
      wrongValue('accessKey', 'the access key of the account', accessKey, { secret: true }),
    );
  }
  if (secretKey !== undefined && (typeof secretKey !== 'string' || secretKey === '')) {
    throw new TypeError(
      wrongValue('secretKey', 'the secret key of the account', secretKey, { secret: true }),
    );
  }
  const { publishableKey } = options;
  if (publishableKey !== undefined && !/^pk_[\w-]{13,21}$/.test(String(publishableKey))) {
    const expected = 'a publishable key of the account, which begins with pk_';
    throw new TypeError(wrongValue('publishableKey', expected, publishableKey, { secret: true }));
  }
  if (signRequests && secretKey === undefined) {
    throw new TypeError('signRequests needs secretKey.');
  }
  checkInteger('retries', retries, 0, 10);
  checkInteger('timeoutMs', timeoutMs, 1, 7_200_000);
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    accessKey,
    secretKey,
    publishableKey,
    signRequests,
    retries,
    timeoutMs,
    // A browser's fetch must be called on its window.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** @throws {TypeError} Naming the option, its range and what it got. */
export function checkInteger(name: string, value: unknown, min: number, max: number): void {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw new TypeError(wrongValue(name, `an integer from ${min} to ${max}`, value));
  }
}

function checkBaseUrl(baseUrl: unknown): string {
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null;
  const hasCredentials = url !== null && url.username + url.password !== '';
  const isRight =
    url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (isRight && !hasCredentials) return url.href.replace(/\/+$/, '');
  const expected = 'an absolute http or https URL without credentials, query or fragment';
  const reason = hasCredentials ? 'it has credentials' : undefined;
  throw new TypeError(wrongValue('baseUrl', expected, baseUrl, { secret: hasCredentials, reason }));
}

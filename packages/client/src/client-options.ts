import { longestRenderMs } from '@tintype/contract/longest-render';

/** How a client is made. */
export interface ClientOptions {
  /** Where the service is, for example `https://render.example.com`; a path prefix is kept. */
  baseUrl: string;
  /** Access key of the account. Everyone who sees the pages of a browser's client sees it. */
  accessKey: string;
  /** Secret key of the account, for signed URLs. Belongs on servers only. */
  secretKey?: string;
  /** Publishable key of the account: links hold it instead of the access key. It is good for signed GETs alone. */
  publishableKey?: string;
  /** Sends renders as signed GETs instead of POSTs. Needs `secretKey`. Default false. */
  signRequests?: boolean;
  /**
   * How many more times a call is tried: after 429 and 503, and after a broken connection where that cannot do anything
   * twice. 0 to 10, default 2.
   */
  retries?: number;
  /** Time for one call with all its tries, in milliseconds. 1 to 3,600,000, default 360,000: the longest render, and a minute of waiting. */
  timeoutMs?: number;
  /** Sends the requests. Default: the `fetch` of the platform. */
  fetch?: typeof fetch;
}

/** {@link ClientOptions} that were checked. */
export interface CheckedOptions {
  baseUrl: string;
  accessKey: string;
  secretKey: string | undefined;
  publishableKey: string | undefined;
  signRequests: boolean;
  retries: number;
  timeoutMs: number;
  fetch: typeof fetch;
}

/** Renders may wait before they begin, and their bytes have to come over. */
export const usualTimeoutMs: number = longestRenderMs() + 60_000;

/** @throws {TypeError} Naming the option, its range and what came. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const { accessKey, secretKey, signRequests = false, retries = 2 } = options;
  const { timeoutMs = usualTimeoutMs } = options;
  if (typeof accessKey !== 'string' || !/^[!-~]+$/.test(accessKey)) {
    throw new TypeError(
      'accessKey must be the access key of the account (its value is not shown).',
    );
  }
  if (secretKey !== undefined && (typeof secretKey !== 'string' || secretKey === '')) {
    throw new TypeError(
      'secretKey must be the secret key of the account (its value is not shown).',
    );
  }
  const { publishableKey } = options;
  if (publishableKey !== undefined && !/^pk_[\w-]{13,21}$/.test(String(publishableKey))) {
    throw new TypeError(
      'publishableKey must be a publishable key of the account: it begins with pk_.',
    );
  }
  if (signRequests && secretKey === undefined) {
    throw new TypeError('signRequests needs secretKey.');
  }
  checkInteger('retries', retries, 0, 10);
  checkInteger('timeoutMs', timeoutMs, 1, 3_600_000);
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

/** @throws {TypeError} Naming the option, its range and what came. */
export function checkInteger(name: string, value: unknown, min: number, max: number): void {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw new TypeError(`${name} must be an integer from ${min} to ${max}; got ${String(value)}.`);
  }
}

function checkBaseUrl(baseUrl: unknown): string {
  const wanted =
    'baseUrl must be an absolute http or https URL without credentials, query or fragment';
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null;
  if (url === null) throw new TypeError(`${wanted}; got ${JSON.stringify(baseUrl)}.`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`${wanted}; got credentials.`);
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${wanted}; got ${JSON.stringify(baseUrl)}.`);
  }
  return url.href.replace(/\/+$/, '');
}

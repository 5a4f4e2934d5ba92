import { RenderError, type ErrorCode } from '@tintype/contract';
import type { LeaseLoss, NetworkFailure } from '../browser-source.ts';

/** Chromium's `net::ERR_*` names (net/base/net_error_list.h) and the error code of each. */
const netErrors: readonly [RegExp, ErrorCode, string][] = [
  [/NAME_NOT_RESOLVED|ICANN_NAME_COLLISION|DNS_/, 'dns_failed', 'its host name has no address'],
  [/CERT_|SSL_|BAD_SSL|ECH_/, 'tls_failed', 'its TLS connection could not be trusted'],
  [/TOO_MANY_REDIRECTS/, 'too_many_redirects', 'it redirects without end'],
  [
    /CONNECTION_|EMPTY_RESPONSE|ADDRESS_|NETWORK_|INTERNET_DISCONNECTED|TUNNEL|PROXY|SOCKET|TIMED_OUT/,
    'connection_failed',
    'its server did not answer',
  ],
  [
    /INVALID_URL|UNKNOWN_URL_SCHEME|DISALLOWED_URL/,
    'navigation_failed',
    'its URL cannot be loaded',
  ],
];

const fromFailure: Record<NetworkFailure['kind'], ErrorCode> = {
  denied: 'target_denied',
  dns: 'dns_failed',
  connect: 'connection_failed',
  timeout: 'connection_failed',
  limit: 'response_too_large',
  upstream: 'connection_failed',
};

/** Returns the error of a failed navigation. The egress proxy's reason takes precedence. */
export function navigationError(
  url: string,
  errorText: string,
  failure: NetworkFailure | undefined,
): RenderError {
  const cause = new Error(errorText);
  if (failure) return new RenderError(fromFailure[failure.kind], failure.reason, { cause });
  const known = netErrors.find(([pattern]) => pattern.test(errorText));
  const code = known?.[1] ?? 'navigation_failed';
  const why = known?.[2] ?? 'Chromium refused it';
  const name = /net::(ERR_[A-Z0-9_]+)/.exec(errorText)?.[1];
  return new RenderError(
    code,
    `${withoutSecrets(url)} could not be loaded: ${why}${name ? ` (${name})` : ''}.`,
    { cause },
  );
}

/** Chromium's messages for a print that the request makes fail, and the parameter at fault. */
const printErrors: readonly [RegExp, 'range' | 'margin' | 'template'][] = [
  [/Page range/, 'range'],
  [/content area is empty|margin/i, 'margin'],
  [/Printing failed/, 'template'],
];

/** Returns the parameter of the request that made a print fail. */
export function refusedInPrint(error: unknown): 'range' | 'margin' | 'template' | undefined {
  if (!(error instanceof Error)) return undefined;
  return printErrors.find(([pattern]) => pattern.test(error.message))?.[1];
}

/** Returns whether a CDP call failed because its document is gone. */
export function isContextGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Execution context was destroyed|Cannot find context|Inspected target navigated|No frame (?:with|for) given id|Frame with the given (?:id was|frameId is) not found|uniqueContextId not found/i.test(
      error.message,
    )
  );
}

/** Returns whether a CDP call failed because the document is being replaced. */
export function isLeavingPage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Not attached to an active page|Promise was collected/i.test(error.message)
  );
}

export function isBrowserGone(error: unknown): boolean {
  return isSessionGone(error) && /Connection closed/i.test((error as Error).message);
}

/** Returns whether a CDP call failed because its session, page or browser is closed. */
export function isSessionGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    // A `RenderError` may quote such an error, and has its own code.
    !(error instanceof RenderError) &&
    /Session closed|Session with given id not found|Target closed|Connection closed|Target crashed|Not attached to an active page|Page closed/i.test(
      error.message,
    )
  );
}

/** Returns whether a cookie was refused because of its name or value. */
export function isInvalidCookie(error: unknown): boolean {
  return (
    error instanceof Error && /Invalid cookie fields|Sanitizing cookie failed/i.test(error.message)
  );
}

/** Returns the selector that Chromium could not parse, by the text around it. */
export function invalidSelectorOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  return /Failed to execute '\w+' on '\w+': '([^]*)' is not a valid selector/.exec(message)?.[1];
}

/** Shortens a URL for a message: without credentials and query, and bounded. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'The page';
  const { origin, pathname } = new URL(url);
  const short = `${origin}${pathname}`;
  return short.length > 200 ? `${short.slice(0, 197)}...` : short;
}

/** Returns the error of a render whose page or browser was lost. */
export function lostError(what: LeaseLoss['what'], reason: string): RenderError {
  const cause = new Error(reason);
  if (what === 'size') return new RenderError('page_too_large', reason, { cause });
  if (what === 'popups') return new RenderError('page_unresponsive', reason, { cause });
  return new RenderError(what === 'page' ? 'page_crashed' : 'browser_lost', undefined, { cause });
}

/** Converts any error of a render to `RenderError`. */
export function toRenderError(error: unknown, stage: string): RenderError {
  if (!isSessionGone(error)) return RenderError.from(error).at(stage);
  const code = isBrowserGone(error) ? 'browser_lost' : 'page_crashed';
  return new RenderError(code, undefined, { cause: error }).at(stage);
}

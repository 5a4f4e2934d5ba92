/** Where a remote browser is. */
export interface BrowserAddress {
  /** With everything that may be a secret: path, query, user and password. */
  readonly url: URL;
  /** What may be shown. */
  readonly name: string;
}

/** The most addresses that one source has. */
export const mostBrowsers = 100;

const expected =
  'a WebSocket address (ws:, wss:) of a browser, or the address (http:, https:) of its debugging port';

/**
 * Reads the addresses of remote browsers. What is wrong is told by its place alone: an address may
 * hold a token.
 * @throws TypeError
 */
export function readAddresses(given: readonly string[]): BrowserAddress[] {
  if (given.length === 0 || given.length > mostBrowsers) {
    throw new TypeError(`browsers must be 1 to ${mostBrowsers} addresses; got ${given.length}`);
  }
  return given.map((text, index) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^(?:ws|http)s?:$/.test(url.protocol)) {
      throw new TypeError(`browsers[${index}] must be ${expected}`);
    }
    return { url, name: `${url.protocol}//${url.host}` };
  });
}

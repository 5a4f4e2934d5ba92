export interface BrowserAddress {
  /** With everything that may be a secret: path, query, user and password. */
  readonly url: URL;
  /** Its name without secrets, for logs and responses. */
  readonly name: string;
}

/** The most addresses that one source has. */
export const maxBrowsers = 100;

const expected =
  'a WebSocket address (ws:, wss:) of a browser, or the address (http:, https:) of its debugging port';

/** Parses addresses of browsers. Errors name a position, as an address may hold a token. */
export function readAddresses(given: readonly string[]): BrowserAddress[] {
  if (given.length === 0 || given.length > maxBrowsers) {
    throw new TypeError(`browsers must be 1 to ${maxBrowsers} addresses; got ${given.length}`);
  }
  return given.map((text, index) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^(?:ws|http)s?:$/.test(url.protocol)) {
      throw new TypeError(`browsers[${index}] must be ${expected}`);
    }
    return { url, name: `${url.protocol}//${url.host}` };
  });
}

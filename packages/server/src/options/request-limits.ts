/** Limits of request sizes, rates and times. */
export interface RequestLimits {
  /** Maximum body, in bytes. Default 10 MiB. */
  bodyBytes: number;
  /** Of a body without a valid key in a header. Default 256 KiB, at most `bodyBytes`. */
  keylessBodyBytes: number;
  /**
   * Of all bodies in progress. Default eight times `bodyBytes`. Those without a valid key in a
   * header have an eighth of that in addition.
   */
  bodiesBytes: number;
  /** Of the request line and all headers: a GET has its parameters there. Default 64 KiB. */
  headerBytes: number;
  /** Time for the headers to arrive, in milliseconds. Default 10,000. */
  headersTimeoutMs: number;
  /** Time for a request to arrive, in milliseconds. Default 60,000. */
  receiveTimeoutMs: number;
  /** For a body without a valid key in a header. Default 10,000, at most `receiveTimeoutMs`. */
  keylessReceiveTimeoutMs: number;
  /** For a client that reads nothing of its response, in milliseconds. Default 60,000. */
  sendTimeoutMs: number;
  /** Of an idle connection. Default 65,000: longer than that of usual proxies. */
  keepAliveMs: number;
  /** Maximum open connections. Default 1,024. */
  connections: number;
  /** Concurrent connections of an address, or requests of a client behind a proxy. Default 256. */
  connectionsPerAddress: number;
  /** Maximum requests per minute and address without a valid access key. Default 60. */
  wrongKeysPerMinute: number;
}

export const defaultLimits: Omit<RequestLimits, 'bodiesBytes'> = {
  bodyBytes: 10 * 1_048_576,
  keylessBodyBytes: 262_144,
  headerBytes: 65_536,
  headersTimeoutMs: 10_000,
  receiveTimeoutMs: 60_000,
  keylessReceiveTimeoutMs: 10_000,
  sendTimeoutMs: 60_000,
  keepAliveMs: 65_000,
  connections: 1_024,
  connectionsPerAddress: 256,
  wrongKeysPerMinute: 60,
};

/** Bodies without a valid key in a header have this fraction of the budget in addition. */
export const keylessShare = 8;

/** Default number of bodies of the maximum size that fit the budget. */
export const bodiesPerBudget = 8;

/** Completes the limits with defaults that depend on each other. */
export function requestLimits(given: Partial<RequestLimits> = {}): RequestLimits {
  const limits = { ...defaultLimits, ...given };
  const { bodyBytes, keylessBodyBytes, receiveTimeoutMs, keylessReceiveTimeoutMs } = limits;
  return {
    ...limits,
    bodiesBytes: given.bodiesBytes ?? bodiesPerBudget * bodyBytes,
    keylessBodyBytes: Math.min(keylessBodyBytes, bodyBytes),
    keylessReceiveTimeoutMs: Math.min(keylessReceiveTimeoutMs, receiveTimeoutMs),
    headersTimeoutMs: Math.min(limits.headersTimeoutMs, receiveTimeoutMs),
  };
}

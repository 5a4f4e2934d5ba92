/** Bounds of what requests may send, how many may come, and how slowly. */
export interface RequestLimits {
  /** Of a body, in bytes. Default 10 MiB. */
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
  /** For the headers of a request to arrive, in milliseconds. Default 10,000. */
  headersTimeoutMs: number;
  /** For a request to arrive whole, in milliseconds. Default 60,000. */
  receiveTimeoutMs: number;
  /** For a body without a valid key in a header. Default 10,000, at most `receiveTimeoutMs`. */
  keylessReceiveTimeoutMs: number;
  /** For a client that reads nothing of its response, in milliseconds. Default 60,000. */
  sendTimeoutMs: number;
  /** Of an idle connection. Default 65,000: longer than that of usual proxies. */
  keepAliveMs: number;
  /** Connections at the same time. More are closed as they come. Default 1,024. */
  connections: number;
  /** Concurrent connections of an address, or requests of a client behind a proxy. Default 256. */
  connectionsPerAddress: number;
  /** Requests without a valid access key that one address may make in a minute. Default 60. */
  wrongKeysPerMinute: number;
}

/** Defaults. */
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

/** Default number of the largest bodies that may be in progress together. */
export const bodiesPerBudget = 8;

/** Fills in what is not said, and keeps what is said in step. */
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

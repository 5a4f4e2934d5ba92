/** Bounds of what requests may send, how many may come, and how slowly. */
export interface RequestLimits {
  /** Of a body, in bytes. Default 10 MiB. */
  bodyBytes: number;
  /**
   * Of a body that comes without a valid key in a header, in bytes. Default 256 KiB, and never more
   * than `bodyBytes`.
   */
  keylessBodyBytes: number;
  /**
   * Of the bodies of all requests under way, in bytes. Default eight times `bodyBytes`. Those
   * without a valid key in a header have an eighth of that, of their own.
   */
  bodiesBytes: number;
  /**
   * Of the request line and all headers, in bytes. A GET has its parameters there. Default 64 KiB.
   */
  headerBytes: number;
  /** For the headers of a request to arrive, in milliseconds. Default 10,000. */
  headersTimeoutMs: number;
  /** For a request to arrive whole, in milliseconds. Default 60,000. */
  receiveTimeoutMs: number;
  /**
   * For a body that comes without a valid key in a header, in milliseconds. Default 10,000, and
   * never more than `receiveTimeoutMs`.
   */
  keylessReceiveTimeoutMs: number;
  /**
   * Without a byte taken by the client while an answer is sent, in milliseconds. Default 60,000.
   */
  sendTimeoutMs: number;
  /**
   * Time an idle connection is kept, in milliseconds. Default 65,000: longer than proxies in
   * front usually do.
   */
  keepAliveMs: number;
  /** Connections at the same time. More are closed as they come. Default 1,024. */
  connections: number;
  /**
   * Connections of one address at the same time; behind a trusted proxy, requests of one client.
   * Default 256.
   */
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

/**
 * Bodies that come without a valid key in a header have this part of the budget, beside that of the
 * others.
 */
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

/** Bounds of what one request may send, and how slowly. */
export interface RequestLimits {
  /** Of a body, in bytes. Default 10 MiB. */
  bodyBytes: number;
  /** Of the request line and all headers, in bytes. A GET has its parameters there. Default 64 KiB. */
  headerBytes: number;
  /** For a request to arrive whole, in milliseconds. Default 60,000. */
  receiveTimeoutMs: number;
  /** Without a byte taken by the client while an answer is sent, in milliseconds. Default 60,000. */
  sendTimeoutMs: number;
  /** How long an idle connection is kept, in milliseconds. Default 65,000: longer than proxies in front usually do. */
  keepAliveMs: number;
}

export const defaultLimits: RequestLimits = {
  bodyBytes: 10 * 1_048_576,
  headerBytes: 65_536,
  receiveTimeoutMs: 60_000,
  sendTimeoutMs: 60_000,
  keepAliveMs: 65_000,
};

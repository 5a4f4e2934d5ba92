import type { RenderResult } from '@tintype/core';

/** A result as it is kept. */
export interface Entry {
  /** 64 hex digits. */
  key: string;
  /** Unix milliseconds. */
  storedAt: number;
  /** Unix milliseconds. From then on it is as if it had never been. */
  expiresAt: number;
  /** The result without its body: JSON. */
  head: string;
  body: Uint8Array;
}

/** Freezes a result except its body, which is shared and must not be written to. */
export function toEntry(
  key: string,
  result: RenderResult,
  storedAt: number,
  ttlSeconds: number,
): Entry {
  // Timings and trace are those of one render, and no part of what it gave.
  const { body, timings: _timings, trace: _trace, ...head } = result;
  return {
    key,
    storedAt,
    expiresAt: storedAt + ttlSeconds * 1000,
    head: JSON.stringify(head),
    body,
  };
}

/** A result with the shared body. Nothing was rendered for it, so it has no timings. */
export function toResult({ head, body }: Entry): RenderResult {
  const rest = JSON.parse(head) as Omit<RenderResult, 'body' | 'timings'>;
  return { ...rest, body, timings: [] };
}

/** Bytes that an entry takes, about. */
export function entryBytes({ head, body }: Entry): number {
  return body.byteLength + head.length + 256;
}

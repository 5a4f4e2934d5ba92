/** A span in a trace (W3C Trace Context). */
export interface TracePlace {
  /** 32 digits, hex. */
  traceId: string;
  /** 16 digits, hex. */
  spanId: string;
  /** One byte of flags; 1: sampled. */
  flags: number;
}

/** W3C Trace Context, version 00, and the same fields of later versions. */
const shape = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** Parses the header `traceparent`; undefined if it is invalid. */
export function readTraceparent(text: string | undefined): TracePlace | undefined {
  const [, traceId, spanId, flags] = shape.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function writeTraceparent({ traceId, spanId, flags }: TracePlace): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}

/** Returns the trace id of a `traceparent`. */
export function traceIdOf(text: string | undefined): string | undefined {
  return readTraceparent(text)?.traceId;
}

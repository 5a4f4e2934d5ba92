/** A place in a trace. */
export interface TracePlace {
  /** 32 digits, hex. */
  traceId: string;
  /** 16 digits, hex. */
  spanId: string;
  /** Bits of one byte; 1: it is sampled. */
  flags: number;
}

/** W3C Trace Context, version 00, and what later versions have of it. */
const shape = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** Reads the header `traceparent`; undefined where it is none. */
export function readTraceparent(text: string | undefined): TracePlace | undefined {
  const [, traceId, spanId, flags] = shape.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Writes the header `traceparent`. */
export function writeTraceparent({ traceId, spanId, flags }: TracePlace): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}

/** The trace that a `traceparent` is of. */
export function traceIdOf(text: string | undefined): string | undefined {
  return readTraceparent(text)?.traceId;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { TraceEnd, TraceState } from './trace-state.ts';

/** Incremented when programs that read traces must change. */
const version = 1;

/** The content of `trace.json`. */
export interface TraceSummary extends TraceEnd {
  version: number;
  id: string;
  /** See docs/traces.md. */
  isBrief?: true;
  /** Start of the render, in ISO 8601, as the entries of `har.json` have timestamps. */
  started: string;
  stages: TraceState['stages'];
  frames: { file: string; atMs: number }[];
  /** Number of messages that are not in `cdp.jsonl`. */
  left: number;
}

interface Entry {
  name: string;
  bytes: Uint8Array;
  /** True for compressed data, which is stored unchanged. */
  isCompressed?: true;
}

/** Writes a trace as a zip: see docs/traces.md. */
export async function packTrace(state: TraceState, end: TraceEnd, id: string): Promise<Uint8Array> {
  const { startedMs, stages, har, console, film, log, mhtml, isBrief } = state;
  const frames = (film?.frames ?? []).map(({ atMs, image }, at) => ({
    file: `frames/${String(at + 1).padStart(4, '0')}.jpeg`,
    atMs,
    image,
  }));
  const summary: TraceSummary = {
    version,
    id,
    ...(isBrief && { isBrief }),
    ...end,
    started: new Date(Date.now() - (performance.now() - startedMs)).toISOString(),
    stages,
    frames: frames.map(({ file, atMs }) => ({ file, atMs })),
    left: log?.left ?? 0,
  };
  const entry = (name: string, value: unknown): Entry => ({ name, bytes: json(value) });
  // A brief trace omits everything without a listener.
  const had = (name: string, value: unknown, empty: unknown): Entry[] =>
    value === undefined && isBrief ? [] : [entry(name, value ?? empty)];
  const lines = (log?.entries ?? []).map((message) => `${JSON.stringify(message)}\n`);
  const requests = await har?.toJson({ version: String(version) });
  return zip([
    entry('trace.json', summary),
    ...had('har.json', requests, { log: { entries: [] } }),
    ...had('console.json', console, []),
    { name: 'cdp.jsonl', bytes: Buffer.from(lines.join('')) },
    ...(mhtml ? [{ name: 'page.mhtml', bytes: mhtml }] : []),
    ...frames.map(({ file, image }): Entry => ({ name: file, bytes: image, isCompressed: true })),
  ]);
}

const deflate = promisify(deflateRaw);

/** Writes a zip. The thread pool compresses one chunk at a time: 32 MiB take seconds. */
async function zip(entries: readonly Entry[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, bytes, isCompressed } of entries) {
    const content = isCompressed ? bytes : await deflate(bytes, { level, chunkSize: threadBytes });
    const file: ZipInputFile = {
      filename: name,
      size: bytes.byteLength,
      crc: await sumOf(bytes),
      compression: isCompressed ? 0 : 8,
    };
    archive.add(file);
    file.ondata?.(null, content as Uint8Array<ArrayBuffer>, true);
  }
  archive.end();
  return Buffer.concat(pieces);
}

/** Level of deflate. Higher ones take twice the time for a tenth of the size. */
const level = 3;

/** Size of a chunk that the thread returns before another task runs. */
const threadBytes = 131_072;

const sumBytes = 1_048_576;

async function sumOf(bytes: Uint8Array): Promise<number> {
  let sum = 0;
  for (let at = 0; at < bytes.byteLength; at += sumBytes) {
    sum = crc32(bytes.subarray(at, at + sumBytes), sum);
    if (bytes.byteLength > sumBytes) await nextTurn();
  }
  return sum;
}

function json(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

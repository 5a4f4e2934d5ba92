import { zipSync, type Zippable } from 'fflate';
import type { TraceEnd, TraceState } from './create-trace.ts';

/** Counted up when programs that read traces have to be changed. */
const version = 1;

/** What `trace.json` holds. */
export interface TraceSummary extends TraceEnd {
  version: number;
  id: string;
  stages: TraceState['stages'];
  frames: { file: string; atMs: number }[];
  /** Messages that are not in `cdp.jsonl`. */
  left: number;
}

/** Writes a trace as a zip: see docs/traces.md. */
export function packTrace(state: TraceState, end: TraceEnd, id: string): Uint8Array {
  const { stages, har, console = [], film, log, mhtml } = state;
  const frames = (film?.frames ?? []).map(({ atMs, image }, at) => ({
    file: `frames/${String(at + 1).padStart(4, '0')}.jpeg`,
    atMs,
    image,
  }));
  const summary: TraceSummary = {
    version,
    id,
    ...end,
    stages,
    frames: frames.map(({ file, atMs }) => ({ file, atMs })),
    left: log?.left ?? 0,
  };
  const files: Zippable = {
    'trace.json': json(summary),
    'har.json': json(har?.toJson({ version: String(version) }) ?? { log: { entries: [] } }),
    'console.json': json(console),
    'cdp.jsonl': Buffer.from(
      (log?.entries ?? []).map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    ),
    ...(mhtml && { 'page.mhtml': mhtml }),
  };
  // Compressed already.
  for (const { file, image } of frames) files[file] = [image, { level: 0 }];
  return zipSync(files);
}

function json(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

import { readZip } from './read-zip.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The displayed content of a trace. */
export interface TraceState {
  error?: { code: string; message: string };
  stages: { stage: string; startMs: number; durationMs: number }[];
  requests: { url: string; status: string; startMs: number; durationMs: number }[];
  console: { atMs: number; level: string; text: string }[];
  frames: { atMs: number; image: Uint8Array<ArrayBuffer> }[];
  /** Total numbers, if not all are shown. */
  counts: { requests: number; console: number };
}

/** More rows say nothing to a person, and take a browser long. */
const maxRows = 500;
const maxFrames = 100;

/** Reads the zip that a render wrote. @throws Error when it is none */
export async function readTrace(zip: Uint8Array<ArrayBuffer>): Promise<TraceState> {
  const files = await readZip(zip, (name) => /^(?:[a-z]+\.json|frames\/\d+\.jpeg)$/.test(name));
  const summary = json(files.get('trace.json'));
  if (!isFields(summary)) throw new Error('This is no trace.');
  const { error, stages } = summary;
  const har = json(files.get('har.json'));
  const log = isFields(har) ? har['log'] : undefined;
  const entries = list(isFields(log) ? log['entries'] : undefined);
  const said = list(json(files.get('console.json')));
  return {
    ...(isFields(error) && {
      error: { code: text(error['code']), message: text(error['message']) },
    }),
    stages: list(stages).map(({ stage, startMs, durationMs }) => ({
      stage: text(stage),
      startMs: number(startMs),
      durationMs: number(durationMs),
    })),
    requests: requestsOf(entries),
    console: said.slice(0, maxRows).map(({ atMs, level, text: words }) => ({
      atMs: number(atMs),
      level: text(level),
      text: text(words),
    })),
    frames: list(summary['frames'])
      .slice(0, maxFrames)
      .flatMap(({ atMs, file }) => {
        const image = files.get(text(file));
        return image ? [{ atMs: number(atMs), image }] : [];
      }),
    counts: { requests: entries.length, console: said.length },
  };
}

function requestsOf(entries: readonly Fields[]): TraceState['requests'] {
  const timed = entries.slice(0, maxRows).map((entry) => ({
    entry,
    at: Date.parse(text(entry['startedDateTime'])),
  }));
  const first = Math.min(...timed.map(({ at }) => (Number.isFinite(at) ? at : Infinity)));
  return timed.map(({ entry, at }) => {
    const { request, response, time, _error: error } = entry;
    return {
      url: text(isFields(request) ? request['url'] : ''),
      status: text(error ?? (isFields(response) ? response['status'] : '')),
      startMs: Number.isFinite(at) ? at - first : 0,
      durationMs: number(time),
    };
  });
}

function json(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 2_000) : '';

const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

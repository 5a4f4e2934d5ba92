import { readZip } from './read-zip.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Content of a trace, for display. Values come from a page: none of them is markup. */
export interface Trace {
  kind: string;
  url: string;
  receipt: unknown;
  error?: { code: string; message: string };
  stages: { stage: string; startMs: number; durationMs: number }[];
  requests: { url: string; status: string; startMs: number; durationMs: number }[];
  console: { atMs: number; level: string; text: string }[];
  /** Messages of the browser's protocol. */
  messages: Fields[];
  frames: { atMs: number; image: Uint8Array<ArrayBuffer> }[];
  /** Numbers of rows in the file: fewer may be returned. */
  counts: { requests: number; console: number };
}

/** Limits of {@link readTrace}. */
export interface TraceLimits {
  /** Of requests, of console messages and of protocol messages. */
  maxRows: number;
  maxFrames: number;
  /** Characters of a text. */
  maxChars: number;
  /** Reads the messages of the browser's protocol, most of a trace. */
  hasMessages?: boolean;
}

/** Reads the zip that `trace` writes. @throws Error for any other file */
export async function readTrace(
  zip: Uint8Array<ArrayBuffer>,
  { maxRows, maxFrames, maxChars, hasMessages = false }: TraceLimits,
): Promise<Trace> {
  const names = hasMessages
    ? /^(?:[a-z]+\.jsonl?|frames\/\d+\.jpeg)$/
    : /^(?:[a-z]+\.json|frames\/\d+\.jpeg)$/;
  const files = await readZip(zip, (name) => names.test(name));
  const summary = json(files.get('trace.json'));
  if (!isFields(summary) || summary['version'] !== 1) {
    throw new Error('This is no trace of Tintype, or one of a newer version.');
  }
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxChars) : '';
  const { kind, url, result, error, stages } = summary;
  const har = json(files.get('har.json'));
  const log = isFields(har) ? har['log'] : undefined;
  const entries = list(isFields(log) ? log['entries'] : undefined);
  const written = list(json(files.get('console.json')));
  return {
    kind: text(kind),
    url: text(url),
    receipt: isFields(result) ? result['receipt'] : undefined,
    ...(isFields(error) && {
      error: { code: text(error['code']), message: text(error['message']) },
    }),
    stages: list(stages).map(({ stage, startMs, durationMs }) => ({
      stage: text(stage),
      startMs: number(startMs),
      durationMs: number(durationMs),
    })),
    requests: requestsOf(entries.slice(0, maxRows), text),
    console: written.slice(0, maxRows).map(({ atMs, level, text: message }) => ({
      atMs: number(atMs),
      level: text(level),
      text: text(message),
    })),
    messages: linesOf(files.get('cdp.jsonl'), maxRows),
    frames: list(summary['frames'])
      .slice(0, maxFrames)
      .flatMap(({ atMs, file }) => {
        const image = files.get(text(file));
        return image ? [{ atMs: number(atMs), image }] : [];
      }),
    counts: { requests: entries.length, console: written.length },
  };
}

function requestsOf(
  entries: readonly Fields[],
  text: (value: unknown) => string,
): Trace['requests'] {
  const timed = entries.map((entry) => ({ entry, at: Date.parse(text(entry['startedDateTime'])) }));
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

function json(bytes: Uint8Array | string | undefined): unknown {
  try {
    return bytes && JSON.parse(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function linesOf(file: Uint8Array | undefined, maxRows: number): Fields[] {
  if (file === undefined) return [];
  const lines = new TextDecoder().decode(file).split('\n', maxRows);
  return lines.map((line) => json(line)).filter(isFields);
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

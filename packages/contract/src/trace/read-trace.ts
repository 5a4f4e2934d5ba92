import { readZip } from './read-zip.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Content of a trace, for display. Values come from a page: none of them is markup. */
export interface Trace {
  kind: string;
  url: string;
  receipt: unknown;
  error?: { code: string; message: string };
  stages: { stage: string; startMs: number; durationMs: number }[];
  requests: TracedRequest[];
  console: { atMs: number; level: string; text: string }[];
  /** Messages of the browser's protocol. */
  messages: Fields[];
  frames: { atMs: number; image: Uint8Array<ArrayBuffer> }[];
  /** Numbers of rows in the file: fewer may be returned. */
  counts: { requests: number; console: number };
}

/** A request of the page. A field that is not known is empty. */
export interface TracedRequest {
  url: string;
  method: string;
  status: string;
  /** Resource type: `document`, `image`. */
  type: string;
  mediaType: string;
  bytes: number;
  /** Since the start of the render; in traces without it, since the first request. */
  startMs: number;
  durationMs: number;
  /** Known phases in their order. */
  phases: { name: string; durationMs: number }[];
  initiator: { type: string; url: string };
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
  const { kind, url, result, error, stages, started } = summary;
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
    requests: requestsOf(entries.slice(0, maxRows), Date.parse(text(started)), text),
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

/** A first request later than this has another clock: that of a remote browser, or of a page. */
const maxOffsetMs = 600_000;

function requestsOf(
  entries: readonly Fields[],
  startedAt: number,
  text: (value: unknown) => string,
): TracedRequest[] {
  const timed = entries.map((entry) => ({ entry, at: Date.parse(text(entry['startedDateTime'])) }));
  const first = timed.reduce((least, { at }) => (at < least ? at : least), Infinity);
  const offset = first - startedAt;
  const origin = offset >= 0 && offset <= maxOffsetMs ? startedAt : first;
  return timed.map(({ entry, at }) => {
    const [request, response] = [fieldsOf(entry['request']), fieldsOf(entry['response'])];
    const [content, initiator] = [fieldsOf(response['content']), fieldsOf(entry['_initiator'])];
    return {
      url: text(request['url']),
      method: text(request['method']),
      status: text(entry['_error'] ?? response['status']),
      type: text(entry['_resourceType']),
      mediaType: text(content['mimeType']),
      bytes: Math.max(0, number(response['bodySize'])),
      startMs: Number.isFinite(at) ? at - origin : 0,
      durationMs: number(entry['time']),
      phases: phasesOf(fieldsOf(entry['timings'])),
      initiator: { type: text(initiator['type']), url: text(initiator['url']) },
    };
  });
}

/** The phases of a request in HAR; `ssl` is a part of `connect`. */
const phaseNames = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

function phasesOf(timings: Fields): TracedRequest['phases'] {
  return phaseNames.flatMap((name) => {
    const durationMs = number(timings[name]);
    return durationMs > 0 ? [{ name, durationMs }] : [];
  });
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
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

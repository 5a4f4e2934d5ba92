import type { Lease, PageSession } from '../browser-source.ts';
import { copyOfStart, shownUrl, withheld } from '../traffic/shown-url.ts';

export interface CdpEntry {
  /** Milliseconds since the log started. */
  atMs: number;
  /** A command, its response, or an event that has a listener. */
  type: 'send' | 'answer' | 'failure' | 'event';
  method: string;
  /** Shortened: no bodies, sources, headers or cookies. Absent for answers. */
  params?: unknown;
  durationMs?: number;
}

export interface CdpLog {
  readonly entries: readonly CdpEntry[];
  /** Number of messages beyond the limit. */
  readonly left: number;
}

/** Maximum number of messages; further ones are only counted. */
const maxEntries = 5000;
const longestText = 200;
const maxFields = 30;

/** Returns the same lease with a log of its session. */
export function logLease(lease: Lease, startedMs = performance.now()): Lease & { log: CdpLog } {
  const entries: CdpEntry[] = [];
  const log = { entries, left: 0 };
  const add = (entry: Omit<CdpEntry, 'atMs'>) => {
    const atMs = Math.round(performance.now() - startedMs);
    if (entries.length < maxEntries) entries.push({ atMs, ...entry });
    else log.left += 1;
  };
  const logged = async <T>(method: string, params: unknown, work: () => Promise<T>): Promise<T> => {
    const sentMs = performance.now();
    const took = () => Math.round(performance.now() - sentMs);
    add({ type: 'send', method, params: shortened(withoutTyped(method, params)) });
    try {
      const answer = await work();
      add({ type: 'answer', method, durationMs: took() });
      return answer;
    } catch (error) {
      add({ type: 'failure', method, durationMs: took() });
      throw error;
    }
  };
  const heard = new Map<unknown, (event: never) => void>();
  const { session } = lease;
  const own: PageSession = {
    id: session.id,
    send: (method, ...params) => logged(method, params[0], () => session.send(method, ...params)),
    sendForBytes: (method, params) =>
      logged(method, params, () => session.sendForBytes(method, params)),
    sendWithin: (maxBytes, method, ...params) =>
      logged(method, params[0], () => session.sendWithin(maxBytes, method, ...params)),
    on(event, listener) {
      const listen = (given: Parameters<typeof listener>[0]) => {
        add({ type: 'event', method: event, params: shortened(given) });
        listener(given);
      };
      heard.set(listener, listen);
      session.on(event, listen);
    },
    off: (event, listener) =>
      session.off(event, (heard.get(listener) as typeof listener | undefined) ?? listener),
    onScreencastFrame: (listener) => session.onScreencastFrame(listener),
  };
  // Its methods may be methods of a class.
  return Object.create(lease, { session: { value: own }, log: { value: log } }) as Lease & {
    log: CdpLog;
  };
}

/** Removes what steps type: a value may be a secret. */
function withoutTyped(method: string, params: unknown): unknown {
  if (method === 'Input.insertText') return {};
  return method === 'Runtime.callFunctionOn' ? { ...(params as object), arguments: [] } : params;
}

/** Returns parameters without long or secret values. */
export function shortened(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string') {
    if (withheld.test(name)) return `[${value.length} characters]`;
    const isAddress = /ur[li]s?$/i.test(name) || /^\w+:\/\//.test(value);
    return isAddress ? shownUrl(value) : copyOfStart(value, longestText);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (withheld.test(name) || depth > 4) return Array.isArray(value) ? `[${value.length}]` : '{}';
  if (Array.isArray(value)) {
    return value.slice(0, maxFields).map((item) => shortened(item, name, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxFields)
      .map(([key, item]) => [key, shortened(item, key, depth + 1)]),
  );
}

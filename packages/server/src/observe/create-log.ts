import { pino, type Logger } from 'pino';
import { redact } from './redact.ts';

/** Options of {@link createLog}. */
export interface LogOptions {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Receives complete lines. */
  write(line: string): void;
}

/** Creates the log: JSON lines without secrets. URLs, headers and bodies are never logged. */
export function createLog({ level, write }: LogOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: (request: { id?: string; method?: string }) => ({
          id: request.id,
          method: request.method,
        }),
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.errWithCause,
      },
      hooks: { streamWrite: redact },
    },
    { write },
  );
}

/** Keys with a fixed position in a line, or of no use to a reader. */
const PLACED = new Set(['time', 'level', 'msg', 'err']);

/** Formats a line of JSON: `12:00:01 info  GET /v1/screenshot 200 durationMs=412`. */
export function textLine(json: string): string {
  const fields = parse(json);
  if (fields === undefined) return json;
  const { time, level, msg, err } = fields;
  const pairs = Object.entries(fields)
    .filter(([key, value]) => !PLACED.has(key) && value !== undefined)
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    );
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const parts = [
    String(time).slice(11, 19),
    String(level).padEnd(5),
    String(msg ?? message ?? ''),
    ...pairs,
  ];
  const trace = stack === undefined ? '' : `\n${stack.replace(/^/gm, '  ')}`;
  return `${parts.join(' ')}${trace}\n`;
}

/** An unparsed line is better than none. */
function parse(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

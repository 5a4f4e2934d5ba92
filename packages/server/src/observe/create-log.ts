import { pino, type Logger } from 'pino';
import { redact } from './redact.ts';

/** Options of {@link createLog}. */
export interface LogOptions {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Receives whole lines. */
  write(line: string): void;
}

/**
 * The log of the service: JSON lines without a key, signature, cookie, credential or query in them.
 *
 * Requests are logged by their id and route. What a request says about itself (its URL, headers,
 * body) never gets here.
 */
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

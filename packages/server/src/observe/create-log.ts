import { pino, type Logger } from 'pino';
import { redact } from './redact.ts';

/** Options of {@link createLog}. */
export interface LogOptions {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Receives whole lines. */
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

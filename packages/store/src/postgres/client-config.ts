import type { ClientConfig, types as pgTypes } from 'pg';
import { schemaName } from './schema.ts';

/** Transactions here take milliseconds: whoever waits longer waits for something that went wrong. */
const TIMEOUTS = { statement_timeout: 30_000, lock_timeout: 10_000 };

/** Numbers here are below 2^53. The driver gives those of 8 bytes as text. */
const INT8 = 20;

/** How every connection is made. */
export function clientConfig(url: string, types: typeof pgTypes): ClientConfig {
  return {
    connectionString: url,
    application_name: 'tintype',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    options: `-c search_path=${schemaName} -c idle_in_transaction_session_timeout=60000`,
    ...TIMEOUTS,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : types.getTypeParser(type, format as 'text'),
    },
  };
}

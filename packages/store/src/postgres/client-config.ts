import type { ClientConfig, types as pgTypes } from 'pg';

/** Everything is in a schema of its own, so that the database may have other tables beside it. */
export const schemaName = 'tintype';

/** Transactions here take milliseconds: a longer wait indicates a fault. */
const TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // The server has said by then that it took too long. Where it says nothing, the network is gone.
  query_timeout: 35_000,
};

/** Numbers here are below 2^53. The driver gives those of 8 bytes as text. */
const INT8 = 20;

/**
 * The program relies on these, whatever the database or its user has as a default. Every statement
 * that is asked often has an index with its order. By statistics of a minute ago a queue can have
 * two rows, which are as cheap to read and sort: when there are ten thousand by now, each claim
 * would read them all.
 */
const OURS = [
  `-c search_path=${schemaName}`,
  '-c idle_in_transaction_session_timeout=60000',
  String.raw`-c default_transaction_isolation=read\ committed`,
  '-c default_transaction_read_only=off',
  '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off',
].join(' ');

/** Options of every connection. */
export function clientConfig(url: string, types: typeof pgTypes): ClientConfig {
  const { address, options } = splitOptions(url);
  return {
    connectionString: address,
    application_name: 'tintype',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    options: [...options, OURS].join(' '),
    ...TIMEOUTS,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : types.getTypeParser(type, format),
    },
  };
}

/**
 * Moves `options` from the URL before ours: the driver prefers the URL's, and the last of two
 * counts.
 */
function splitOptions(url: string): { address: string; options: readonly string[] } {
  const at = url.indexOf('?');
  if (at === -1) return { address: url, options: [] };
  const parameters = new URLSearchParams(url.slice(at));
  const options = parameters.getAll('options');
  parameters.delete('options');
  return { address: `${url.slice(0, at)}?${parameters.toString()}`, options };
}

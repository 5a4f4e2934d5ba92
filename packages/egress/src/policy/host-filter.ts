/**
 * Whether connections to a host (canonical name or address) are refused. Called for each
 * connection, which waits for a promise.
 */
export type HostFilter = (host: string) => boolean | Promise<boolean>;

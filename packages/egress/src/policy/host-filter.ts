/** Returns whether connections to a host (canonical name or address) are refused. */
export type HostFilter = (host: string) => boolean | Promise<boolean>;

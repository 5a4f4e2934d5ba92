import type { SocksTarget } from '../socks/socks-handshake.ts';

/** Whom a request is for. The target of the connection says so, whatever the Host header says. */
export interface RequestTarget extends SocksTarget {
  /** As it belongs into a Host header. */
  authority: string;
  /** Path and query in origin form. */
  path: string;
}

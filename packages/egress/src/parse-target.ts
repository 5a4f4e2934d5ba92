/** Whom a proxy request is for. */
export interface RequestTarget {
  /** As it stands in the request; `parseHost` decides whether it is one. */
  host: string;
  port: number;
  /** Host and port exactly as sent, for the Host header. */
  authority: string;
  /** Path and query in origin form. */
  path: string;
}

const authorityForm = /^(\[[0-9a-f:.]+\]|[^\s:[\]/?#@\\%]+)(?::(\d{1,5}))?$/i;

/** Reads the authority of a CONNECT line, which must have a port. No user info, no escapes. */
export function parseAuthority(text: string, defaultPort?: number): RequestTarget | undefined {
  const parts = authorityForm.exec(text);
  const port = parts?.[2] === undefined ? defaultPort : Number(parts[2]);
  if (!parts || port === undefined || port < 1 || port > 65535) return undefined;
  return { host: parts[1]!, port, authority: text, path: '' };
}

/**
 * Reads the target of a proxied request: `http://host[:port]/path`, and nothing else. Not read with `new URL`, which mends
 * what it reads; the path is passed on as it came.
 */
export function parseAbsoluteForm(text: string): RequestTarget | undefined {
  const parts = /^http:\/\/([^/?#\\]+)((?:[/?][^#]*)?)$/i.exec(text);
  const target = parts ? parseAuthority(parts[1]!, 80) : undefined;
  if (!target) return undefined;
  const rest = parts![2]!;
  return { ...target, path: rest.startsWith('/') ? rest : `/${rest}` };
}

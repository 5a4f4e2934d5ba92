import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

// An `import` of node:http reads all its exports, and with them loads undici: 30 ms of each start.
const { ServerResponse } = process.getBuiltinModule('node:http');

/** Names that are written otherwise than with a capital after each hyphen. */
const written: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'www-authenticate': 'WWW-Authenticate',
};

/** A name of a header as the interface writes it: `x-tintype-cache` as `X-Tintype-Cache`. */
export function titleCase(name: string): string {
  const lower = name.toLowerCase();
  return written[lower] ?? lower.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

/**
 * Writes the names of headers in title case. They mean the same in any case, but some clients look for `Content-Disposition` in a plain
 * dictionary, and Fastify knows names in lower case alone.
 */
export class TitleCaseResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(titleCase(name), value);
  }

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given = rest.map((part) => (isRecord(part) ? inTitleCase(part) : part));
    return super.writeHead(status, ...(given as [OutgoingHttpHeaders?]));
  }
}

function isRecord(part: unknown): part is OutgoingHttpHeaders {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function inTitleCase(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [titleCase(name), value]),
  );
}

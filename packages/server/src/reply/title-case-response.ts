import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import {
  defaultHeaderPrefix,
  headerPrefixHeader,
  withHeaderPrefix,
} from '@tintype/contract/headers';

// An `import` of node:http reads all its exports, and with them loads undici: 30 ms of each start.
const { ServerResponse } = process.getBuiltinModule('node:http');

/** Names with other capitals than after each hyphen. */
const written: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'www-authenticate': 'WWW-Authenticate',
};

/** Writes a header's name in title case: `x-tintype-cache` as `X-Tintype-Cache`. */
export function titleCase(name: string): string {
  const lower = name.toLowerCase();
  return written[lower] ?? lower.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}

/**
 * Creates the class of responses with header names in title case, because some clients do not
 * ignore case, and with the operator's prefix.
 */
export function createResponseClass(prefix: string = defaultHeaderPrefix): typeof ServerResponse {
  // Node's writeHead calls setHeader, so a name can be converted twice.
  const nameOf = (name: string) =>
    name.startsWith(`${prefix}-`) ? name : withHeaderPrefix(titleCase(name), prefix);
  const isOther = prefix !== defaultHeaderPrefix;
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...given);
      if (isOther) super.setHeader(headerPrefixHeader, prefix);
    }

    override setHeader(name: string, value: number | string | readonly string[]): this {
      return super.setHeader(nameOf(name), value);
    }

    override writeHead(status: number, ...rest: readonly unknown[]): this {
      const given = rest.map((part) =>
        isRecord(part)
          ? Object.fromEntries(Object.entries(part).map(([name, value]) => [nameOf(name), value]))
          : part,
      );
      return super.writeHead(status, ...(given as [OutgoingHttpHeaders?]));
    }
  };
}

function isRecord(part: unknown): part is OutgoingHttpHeaders {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

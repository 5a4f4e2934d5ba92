/** The start of the names of Tintype's own headers, where the operator sets no other one. */
export const defaultHeaderPrefix = 'X-Tintype';

/** Names the prefix of the headers beside it, where it is not the default one. */
export const headerPrefixHeader = 'Tintype-Header-Prefix';

/** A prefix that collides with no header of HTTP. */
export const headerPrefixPattern = /^X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;

/**
 * The name of a header with another prefix, where it is one of Tintype's own.
 *
 * @example
 * withHeaderPrefix('X-Tintype-Cache', 'X-Acme'); // 'X-Acme-Cache'
 */
export function withHeaderPrefix(name: string, prefix: string): string {
  return /^x-tintype-/i.test(name) ? prefix + name.slice(defaultHeaderPrefix.length) : name;
}

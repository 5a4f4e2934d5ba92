import { RenderError } from '@tintype/contract';
import type { FastifyRequest } from 'fastify';

/** Decoded names and values of a query string, in order. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** Returns the query string of a request target, not decoded. */
export function rawQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Returns the path of a request target, not decoded. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** More than all parameters with full lists. */
const maxPairs = 1_000;

/**
 * Parses a query string; invalid percent-encoding is kept. @throws RenderError `invalid_request`
 */
export function readQuery(query: string): Entries {
  let pairs = 1;
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) pairs += 1;
  if (pairs > maxPairs) {
    throw new RenderError('invalid_request', `The query string has more than ${maxPairs} pairs.`);
  }
  return query === '' ? [] : [...new URLSearchParams(query)];
}

/**
 * Normalises the path of a request target: without the origin that proxies prepend (RFC 9112,
 * 3.2.2), and without empty segments (`//v1/pdf`). The query string is unchanged.
 */
export function plainTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const own = path.replace(/^https?:\/\/[^/]*/i, '').replace(/\/{2,}/g, '/');
  return `${own.startsWith('/') ? own : `/${own}`}${query}`;
}

/** A host and a port: only a Host header of this form is used in URLs. */
const plainHost = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/** Returns the base of URLs in responses, without a slash at the end. */
export function baseUrlOf(request: FastifyRequest, configured: string | undefined): string {
  if (configured !== undefined) return configured.replace(/\/+$/, '');
  const host = request.host ?? '';
  if (plainHost.test(host)) return `${request.protocol}://${host}`;
  const { localAddress = '127.0.0.1', localPort } = request.socket;
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `${request.protocol}://${address}:${localPort}`;
}

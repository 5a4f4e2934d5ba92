import type { FastifyRequest } from 'fastify';

/** A name or an address, and a port: nothing else of a Host header goes into addresses. */
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

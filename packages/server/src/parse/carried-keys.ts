import { RenderError } from '@tintype/contract';
import { accessKeyHeader } from '@tintype/contract/headers';
import type { FastifyRequest } from 'fastify';
import { FormBody } from './parse-form-body.ts';
import type { Entries } from './read-query.ts';

const keyHeader = accessKeyHeader.toLowerCase();

/** True for methods with a body, which may contain a key. */
export function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH';
}

/**
 * Returns the access key before the body. @throws RenderError `unauthorized` for two different keys
 */
export function earlyKey(request: FastifyRequest, entries: Entries): string | undefined {
  const header = request.headers[keyHeader] ?? bearerOf(request);
  const inQuery = entries.filter(([name]) => name === 'access_key').map(([, value]) => value);
  const keys = [...(header === undefined ? [] : [header].flat()), ...inQuery].filter(isGiven);
  if (new Set(keys).size > 1) throw new RenderError('unauthorized');
  // A key in the URL of a POST would end up in the logs of proxies.
  const isCarried = header !== undefined || !hasBody(request.method);
  return isCarried ? keys[0] : undefined;
}

function bearerOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.config.bearerKey !== true) return undefined;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Returns the access key of a request with its body.
 * @throws RenderError `unauthorized` if it is no text, or differs from the early one
 */
export function lateKey(body: unknown, early: string | undefined): string | undefined {
  const given: unknown =
    body instanceof FormBody
      ? body.entries.findLast(([name]) => name === 'access_key')?.[1]
      : typeof body === 'object' && body !== null && Object.hasOwn(body, 'access_key')
        ? (body as { access_key: unknown }).access_key
        : undefined;
  if (given === undefined || given === null || given === '') return early;
  if (typeof given !== 'string' || (early !== undefined && early !== given)) {
    throw new RenderError('unauthorized');
  }
  return given;
}

const isGiven = (key: string) => key !== '' && key !== 'null';

import {
  isTrackingName,
  pageOrigin,
  type KindName,
  type ParsedRequest,
  RenderError,
} from '@tintype/contract';
import { headerTable, ignoredHeader } from '@tintype/contract/headers';
import type { Submission } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf, rawQuery } from './read-query.ts';
import { checkSignature } from './check-signature.ts';
import type { ServerOptions } from '../options/server-options.ts';
import { FormBody } from './parse-form-body.ts';
import {
  bodyParameters,
  checkFiles,
  checkParameters,
  formParameters,
  queryParameters,
} from './read-parameters.ts';

/** Parses the request of a GET or a HEAD. HEAD has the same meaning without a body (RFC 9110, 9.3.2). */
export async function readLink(
  kind: KindName,
  { entries, caller, raw }: FastifyRequest,
  { store, jobs, kinds, now }: ServerOptions,
): Promise<ParsedRequest> {
  const parameters = queryParameters(kind, entries, kinds);
  const link = { method: 'GET', path: `/v1/${kind}`, query: rawQuery(raw.url ?? '') };
  await checkSignature(link, entries, caller, { accounts: store.accounts, now });
  const parsed = checkParameters(kind, parameters, jobs.rulesFor(caller.account));
  parsed.ignored.push(...entries.map(([name]) => name).filter(isTrackingName));
  return parsed;
}

/** Parses the request of a POST. */
export function readPost(
  kind: KindName,
  { body, entries, caller }: FastifyRequest,
  { jobs, kinds }: ServerOptions,
): ParsedRequest {
  const form = body instanceof FormBody ? body : undefined;
  const parameters =
    form === undefined
      ? bodyParameters(kind, body, entries, kinds)
      : formParameters(kind, form, entries, kinds);
  const parsed = checkParameters(kind, parameters, jobs.rulesFor(caller.account));
  checkFiles(form, parsed.request);
  return parsed;
}

/** Records the request for the log, and reports ignored parameters to the client. */
export function noteRender(
  { request: render, ignored }: ParsedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.logFields.operation = render.kind;
  const page = pageOrigin(render);
  if (page !== undefined) request.logFields.page = page;
  const header = ignoredHeader(ignored);
  if (header !== undefined) reply.header(headerTable.ignored.name, header);
}

/** Returns the submission of a render for an account. */
export function readSubmission(
  render: ParsedRequest['request'],
  request: FastifyRequest,
  signal: AbortSignal,
  { baseUrl }: Pick<ServerOptions, 'baseUrl'>,
): Submission {
  const { body, headers, method } = request;
  const files = body instanceof FormBody ? body.files : {};
  return {
    id: request.id,
    account: request.caller.account,
    request: render,
    baseUrl: baseUrlOf(request, baseUrl),
    signal,
    idempotencyKey: readIdempotencyKey(request),
    log: request.log,
    traceparent: request.logFields.traceparent,
    ...(Object.keys(files).length > 0 && { assets: files }),
    ...(method === 'GET' && { sharing: headers.range === undefined ? 'whole' : 'part' }),
  };
}

/** Printable ASCII. The draft of the header has quotes, which are part of the key. */
const form = /^[!-~]{1,255}$/;

/** Returns the client's name for a request. @throws RenderError `invalid_request` */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && form.test(key)) return key;
  throw new RenderError(
    'invalid_request',
    'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
  );
}

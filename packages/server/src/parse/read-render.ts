import {
  builtInKinds,
  fromJson,
  fromStrings,
  isForeignName,
  isTrackingName,
  kindOfPage,
  pageOrigin,
  parseCaptures,
  parseRequest,
  RenderError,
  type KindName,
  type KindSet,
  type ParsedCaptures,
  type ParsedRequest,
  type RenderRequest,
} from '@tintype/contract';
import { headerTable, ignoredHeader } from '@tintype/contract/headers';
import { parameterError } from '@tintype/contract/read';
import { linkParameters } from '@tintype/contract/signing';
import type { Submission } from '@tintype/jobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options/server-options.ts';
import { checkSignature } from './check-signature.ts';
import { FormBody } from './parse-form-body.ts';
import { baseUrlOf, rawQuery, type Entries } from './read-query.ts';

type Given = Record<string, unknown>;

/** Parses the request of a GET, or of a HEAD, which has the same meaning (RFC 9110, 9.3.2). */
export async function readLink(
  kind: KindName,
  { entries, caller, raw }: FastifyRequest,
  { store, jobs, kinds, now }: ServerOptions,
): Promise<ParsedRequest> {
  const parameters = fromTexts(kind, entries, kinds);
  const link = { method: 'GET', path: `/v1/${kind}`, query: rawQuery(raw.url ?? '') };
  await checkSignature(link, entries, caller, store.accounts, now());
  const parsed = parseRequest({ ...parameters, kind }, jobs.rulesFor(caller.account));
  parsed.ignored.push(...entries.map(([name]) => name).filter(isTrackingName));
  return parsed;
}

/** Parses the request of a POST. */
export function readPost(
  kind: KindName,
  { body, entries, caller }: FastifyRequest,
  { jobs, kinds }: ServerOptions,
): ParsedRequest {
  refuseQuery(entries);
  const form = body instanceof FormBody ? body : undefined;
  const { signature, ...parameters } = form
    ? fromTexts(kind, form.entries, kinds)
    : fromBody(kind, body, kinds);
  const parsed = parseRequest({ ...parameters, kind }, jobs.rulesFor(caller.account));
  if (form) checkFiles(form, parsed.request);
  return ignoringSignature(parsed, signature);
}

/** Parses a POST for several files of one load. */
export function readCaptures(
  { body, entries, caller }: FastifyRequest,
  { jobs, kinds = builtInKinds }: Pick<ServerOptions, 'jobs' | 'kinds'>,
): ParsedCaptures {
  refuseQuery(entries);
  const { signature, outputs, ...page } = bodyFields(body, 'the parameters');
  const typed = {
    ...fromJson(kindOfPage(page, kinds).name, page, kinds),
    outputs: Array.isArray(outputs) ? outputs.map((one) => typedParameters(one, kinds)) : outputs,
  };
  return ignoringSignature(parseCaptures(typed, jobs.rulesFor(caller.account)), signature);
}

/** Only the query string of a GET can be signed. */
function ignoringSignature<Parsed extends { ignored: string[] }>(
  parsed: Parsed,
  signature: unknown,
): Parsed {
  const isGiven = signature !== undefined && signature !== null;
  return isGiven ? { ...parsed, ignored: [...parsed.ignored, 'signature'] } : parsed;
}

const ofLink: ReadonlySet<string> = new Set(linkParameters);

/** Converts a query string or a form, unchecked. @throws RenderError if a name is given twice */
function fromTexts(kind: KindName, entries: Entries, kinds: KindSet | undefined): Given {
  const own = entries.filter(([name]) => !ofLink.has(name));
  const { access_key: _key, ...parameters } = fromStrings(kind, own, kinds);
  return parameters;
}

function fromBody(kind: KindName, body: unknown, kinds: KindSet | undefined): Given {
  const parameters = bodyFields(body, 'the parameters');
  const { kind: named = kind } = parameters;
  if (named === kind) return fromJson(kind, parameters, kinds);
  throw parameterError('kind', `kind is ${kind} under this address; leave it out.`);
}

/** Returns the fields of a JSON body, without the key. @throws RenderError `invalid_request` */
export function bodyFields(body: unknown, content: string): Given {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError('invalid_request', `The body must be a JSON object with ${content}.`);
  }
  const { access_key: _key, ...fields } = body as Given;
  return fields;
}

/** Converts texts in the JSON of a request that names its kind. Other values are unchanged. */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Given | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}

/** Files accompany HTML, for the time of one render. */
function checkFiles({ files }: FormBody, { html, async }: RenderRequest): void {
  if (Object.keys(files).length === 0 || (html !== undefined && !async)) return;
  throw new RenderError(
    'invalid_request',
    html === undefined
      ? 'html is required where files come with the request: send it as a field, or as the file index.html.'
      : 'async cannot be asked for with files, as they are not kept: leave one of them out.',
  );
}

/** Rejects parameters in the query string, which would have no effect. */
export function refuseQuery(entries: Entries): void {
  const [first] = entries.find(([name]) => !isForeignName(name)) ?? [];
  if (first === undefined) return;
  const name = /^[\w[\]]{1,64}$/.test(first) ? first : 'another name';
  throw new RenderError(
    'invalid_request',
    `This method takes its parameters in the JSON body, not in the query string; got ${name}.`,
  );
}

/** Records the request for the log, and reports ignored parameters to the client. */
export function noteRender(
  { request: render, ignored }: ParsedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: KindName = render.kind,
): void {
  request.logFields.operation = operation;
  const page = pageOrigin(render);
  if (page !== undefined) request.logFields.page = page;
  const header = ignoredHeader(ignored);
  if (header !== undefined) reply.header(headerTable.ignored.name, header);
}

/** Returns the submission of a render for an account. */
export function readSubmission(
  render: RenderRequest,
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

/** Returns the client's name for a request. @throws RenderError `invalid_request` */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  // The draft of the header has quotes, which are part of the key.
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw new RenderError(
    'invalid_request',
    'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
  );
}

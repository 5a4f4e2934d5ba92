import {
  builtInKinds,
  capturesName,
  fromJson,
  kindOfPage,
  pageOrigin,
  parseCaptures,
  RenderError,
  type ParsedCaptures,
} from '@tintype/contract';
import { headerTable, ignoredHeader } from '@tintype/contract/headers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options/server-options.ts';
import { refuseQuery, typedParameters } from './read-parameters.ts';

type Given = Record<string, unknown>;

/** Parses a POST for several files of one load. */
export function readCaptures(
  { body, entries, caller }: FastifyRequest,
  { jobs, kinds = builtInKinds }: Pick<ServerOptions, 'jobs' | 'kinds'>,
): ParsedCaptures {
  refuseQuery(entries);
  if (!isObject(body)) {
    throw new RenderError('invalid_request', 'The body must be a JSON object with the parameters.');
  }
  const { access_key: _key, signature, outputs, ...page } = body;
  const typed = {
    ...fromJson(kindOfPage(page, kinds).name, page, kinds),
    outputs: Array.isArray(outputs) ? outputs.map((one) => typedParameters(one, kinds)) : outputs,
  };
  const parsed = parseCaptures(typed, jobs.rulesFor(caller.account));
  if (signature === undefined || signature === null) return parsed;
  // Only the query string of a GET can be signed.
  return { ...parsed, ignored: [...parsed.ignored, 'signature'] };
}

/** Records the outputs for the log, and the ignored parameters for the client. */
export function noteCaptures(
  { request: captures, ignored }: ParsedCaptures,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.logFields.operation = capturesName;
  const page = pageOrigin(captures.page);
  if (page !== undefined) request.logFields.page = page;
  const header = ignoredHeader(ignored);
  if (header !== undefined) reply.header(headerTable.ignored.name, header);
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

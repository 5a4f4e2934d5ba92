import { fromStrings, parseRequest, RenderError, type Kind } from '@tintype/contract';
import type { ParsedRequest, RuleOptions } from '@tintype/contract';
import { isForeign, type Entries } from './read-query.ts';

/**
 * The parameters of a GET, of the right types but not checked yet. The signature is none of them.
 * @throws RenderError when one that is no list comes twice.
 */
export function queryParameters(kind: Kind, entries: Entries): Record<string, unknown> {
  const { access_key: _key, ...parameters } = fromStrings(
    kind,
    entries.filter(([name]) => name !== 'signature'),
  );
  return parameters;
}

/** The parameters of a POST, not checked yet. */
export function bodyParameters(
  kind: Kind,
  body: unknown,
  entries: Entries,
): Record<string, unknown> {
  refuseQuery(entries);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError('invalid_request', 'The body must be a JSON object with the parameters.');
  }
  const { access_key: _key, ...parameters } = body as Record<string, unknown>;
  const named = parameters['kind'];
  if (named !== undefined && named !== kind) {
    const message = `kind is ${kind} under this address; leave it out.`;
    throw new RenderError('invalid_parameter', message, {
      details: [{ parameter: 'kind', message }],
    });
  }
  return parameters;
}

/** A parameter in the wrong place would be left out without a word. */
export function refuseQuery(entries: Entries): void {
  const [first] = entries.find(([name]) => !isForeign(name)) ?? [];
  if (first === undefined) return;
  const name = /^[\w[\]]{1,64}$/.test(first) ? `${first} came` : 'one came';
  throw new RenderError(
    'invalid_request',
    `This method takes its parameters in the JSON body; ${name} in the query string.`,
  );
}

/** Checks parameters by the rules of the operator. */
export function checkParameters(
  kind: Kind,
  { signature, ...parameters }: Record<string, unknown>,
  rules: RuleOptions,
): ParsedRequest {
  const parsed = parseRequest({ ...parameters, kind }, rules);
  if (signature === undefined || signature === null) return parsed;
  // Only the query string of a GET can be signed.
  return { ...parsed, ignored: [...parsed.ignored, 'signature'] };
}

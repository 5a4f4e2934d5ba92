import {
  fromJson,
  fromStrings,
  isForeignName,
  parseRequest,
  RenderError,
  type KindName,
  type KindSet,
  type ParsedRequest,
  type RenderRequest,
  type ParseOptions,
  builtInKinds,
} from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import { linkParameters } from '@tintype/contract/signing';
import type { FormBody } from './parse-form-body.ts';
import type { Entries } from './read-query.ts';

const ofLink: ReadonlySet<string> = new Set(linkParameters);

/** Converts the query of a GET, unchecked. @throws RenderError if a parameter is given twice */
export function queryParameters(
  kind: KindName,
  entries: Entries,
  kinds?: KindSet,
): Record<string, unknown> {
  const { access_key: _key, ...parameters } = fromStrings(
    kind,
    entries.filter(([name]) => !ofLink.has(name)),
    kinds,
  );
  return parameters;
}

/** Converts the body of a POST, unchecked. */
export function bodyParameters(
  kind: KindName,
  body: unknown,
  entries: Entries,
  kinds?: KindSet,
): Record<string, unknown> {
  refuseQuery(entries);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RenderError('invalid_request', 'The body must be a JSON object with the parameters.');
  }
  const { access_key: _key, ...parameters } = body as Record<string, unknown>;
  const named = parameters['kind'];
  if (named !== undefined && named !== kind) {
    throw parameterError('kind', `kind is ${kind} under this address; leave it out.`);
  }
  return fromJson(kind, parameters, kinds);
}

/** Returns the parameters of a form, not validated yet: strings, as in a query string. */
export function formParameters(
  kind: KindName,
  form: FormBody,
  entries: Entries,
  kinds?: KindSet,
): Record<string, unknown> {
  refuseQuery(entries);
  return queryParameters(kind, form.entries, kinds);
}

/** Files require `html`, and cannot be stored for an async request. */
export function checkFiles(form: FormBody | undefined, { html, async }: RenderRequest): void {
  const problem =
    form === undefined || Object.keys(form.files).length === 0
      ? undefined
      : html === undefined
        ? 'html is required where files come with the request: send it as a field, or as the file index.html.'
        : async
          ? 'async cannot be asked for with files, as they are not kept: leave one of them out.'
          : undefined;
  if (problem !== undefined) throw new RenderError('invalid_request', problem);
}

/** A misplaced parameter would be ignored silently. */
export function refuseQuery(entries: Entries): void {
  const [first] = entries.find(([name]) => !isForeignName(name)) ?? [];
  if (first === undefined) return;
  const name = /^[\w[\]]{1,64}$/.test(first) ? first : 'another name';
  throw new RenderError(
    'invalid_request',
    `This method takes its parameters in the JSON body, not in the query string; got ${name}.`,
  );
}

/** Validates parameters by the operator's rules. */
export function checkParameters(
  kind: KindName,
  { signature, ...parameters }: Record<string, unknown>,
  rules: ParseOptions,
): ParsedRequest {
  const parsed = parseRequest({ ...parameters, kind }, rules);
  if (signature === undefined || signature === null) return parsed;
  // Only the query string of a GET can be signed.
  return { ...parsed, ignored: [...parsed.ignored, 'signature'] };
}

/** Converts texts in the JSON of a request that names its kind. Other values are unchanged. */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Record<string, unknown> | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}

import {
  builtInKinds,
  fromStrings,
  parseRequest,
  RenderError,
  type KindName,
  type RenderRequest,
  type ParseOptions,
} from '@tintype/contract';

/** The longest query of a task, in characters. */
export const maxQueryLength = 65_536;

/** Parameters that belong to one request and not to what it renders. */
const carried = ['access_key', 'signature'];

/**
 * A query as it is kept: without its question mark, and decoded once when it came encoded as a whole, so that none of its `=`
 * was left.
 */
export function plainQuery(query: string): string {
  const text = query.trim().replace(/^\?/, '');
  if (text.includes('=') || !/%3d/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads the query of a task as if it were sent to its operation.
 * @throws RenderError as `parseRequest` does; messages begin with `query:`.
 */
export function readTaskQuery(
  api: KindName,
  query: string,
  options: ParseOptions = {},
): RenderRequest {
  if ((options.kinds ?? builtInKinds).find(api) === undefined) {
    // A task can outlive the plugin that brought its kind.
    throw new RenderError('invalid_parameter', `api: this service knows no kind "${api}".`);
  }
  const entries = [...new URLSearchParams(query)];
  const key = entries.find(([name]) => carried.includes(name))?.[0];
  if (key !== undefined) {
    throw wrongQuery(
      new RenderError(
        'invalid_parameter',
        `${key} must not be part of it: a task is its account's.`,
      ),
    );
  }
  try {
    return parseRequest({ ...fromStrings(api, entries, options.kinds), kind: api }, options)
      .request;
  } catch (error) {
    throw error instanceof RenderError ? wrongQuery(error) : error;
  }
}

function wrongQuery(error: RenderError): RenderError {
  const message = `query: ${error.message}`;
  const details = error.details?.map((detail) => ({
    parameter: 'query',
    message: `query: ${detail.message}`,
  })) ?? [{ parameter: 'query', message }];
  return new RenderError(error.code, message, { details, cause: error });
}

import {
  builtInKinds,
  capturesName,
  fromStrings,
  kindOfPage,
  parseCaptures,
  parseRequest,
  RenderError,
  type KindName,
  type OutputRequest,
  type RenderRequest,
  type ParseOptions,
} from '@tintype/contract';

/** The longest query of a task, in characters. */
export const maxQueryLength = 65_536;

/** Parameters that belong to one request and not to what it renders. */
const carried = ['access_key', 'signature'];

/** Normalises a query: without its question mark, and decoded if it was encoded as a whole. */
export function plainQuery(query: string): string {
  const text = query.trim().replace(/^\?/, '');
  if (text.includes('=') || !/%3d/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The request of a task: one file, or several of one load. */
export interface TaskRequest {
  /** With `outputs`, it says what the page is. */
  request: RenderRequest;
  outputs?: readonly OutputRequest[];
}

/**
 * Parses the query of a task like that of its route; `captures` has `outputs` as JSON.
 * @throws RenderError as `parseRequest` does; messages begin with `query:`.
 */
export function readTaskQuery(
  kind: KindName,
  query: string,
  options: ParseOptions = {},
): TaskRequest {
  const { kinds = builtInKinds } = options;
  if (kind !== capturesName && kinds.find(kind) === undefined) {
    // A task can outlive the plugin that brought its kind.
    throw new RenderError('invalid_parameter', `api: this service knows no kind "${kind}".`);
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
    if (kind === capturesName) return readCaptures(entries, options);
    return {
      request: parseRequest({ ...fromStrings(kind, entries, kinds), kind }, options).request,
    };
  } catch (error) {
    throw error instanceof RenderError ? wrongQuery(error) : error;
  }
}

function readCaptures(
  entries: [name: string, value: string][],
  options: ParseOptions,
): TaskRequest {
  const { kinds = builtInKinds } = options;
  const isOutputs = ([name]: [name: string, value: string]) => name === 'outputs';
  const texts = entries.filter(isOutputs).map(([, text]) => text);
  if (texts.length > 1) {
    throw new RenderError('invalid_parameter', 'outputs must be given once.');
  }
  const ofPage = entries.filter((entry) => !isOutputs(entry));
  const { name } = kindOfPage(Object.fromEntries(ofPage), kinds);
  const given = { ...fromStrings(name, ofPage, kinds), outputs: outputsIn(texts[0]) };
  const { page: request, outputs } = parseCaptures(given, options).request;
  return { request, outputs };
}

function outputsIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new RenderError(
      'invalid_parameter',
      'outputs must be JSON, for example [{"kind":"screenshot"},{"kind":"pdf"}].',
    );
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

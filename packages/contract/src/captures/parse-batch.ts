import { RenderError } from '../errors/render-error.ts';
import { refusal, type Problem } from '../read/refusal.ts';
import { missingValue, wrongValue } from '../read/wrong-value.ts';
import { parseRequest, type ParseOptions } from '../request/parse-request.ts';
import type { RenderRequest } from '../request/requests.ts';

/** So many requests can come together. */
export const maxBatch = 1_000;

/** Requests that come together, checked. Each is async. */
export interface BatchRequest {
  requests: RenderRequest[];
  webhook?: { url: string; signed: boolean };
}

type Given = Record<string, unknown>;

/** Whoever sends thousands of wrong requests learns of the first ones. */
const maxProblems = 20;

/**
 * Checks requests that come together: `requests`, each with its `kind`, or `urls` and one request for all of them; and the webhook that is
 * called when all have ended. What is wrong is told with its place: `requests[7].format`, `urls[3]`.
 *
 * @throws {RenderError} As `parseRequest`.
 * @example
 * parseBatch({ kind: 'screenshot', full_page: true, urls: ['https://example.com', 'https://example.org'] });
 */
export function parseBatch(input: Given, options: ParseOptions = {}): BatchRequest {
  const { requests, urls, webhook_url: url, webhook_signed: signed = true, ...shared } = input;
  const given = (value: unknown) => value !== undefined && value !== null;
  if (given(requests) === given(urls)) {
    const message = missingValue('requests', 'either requests, or urls with one request for all');
    throw refusal([{ code: 'missing_parameter', parameter: 'requests', message }]);
  }
  const name = given(requests) ? 'requests' : 'urls';
  const list = readList(name, given(requests) ? requests : urls);
  const named = name === 'urls' ? [] : Object.keys(shared);
  if (named[0] !== undefined) throw elsewhere(named[0], 'a request of the list');
  if (name === 'urls' && given(shared['url'])) throw elsewhere('url', 'urls');
  const inputs = list.map((item) => (name === 'urls' ? { ...shared, url: item } : item) as Given);
  const webhook = given(url) ? { webhook_url: url, webhook_signed: signed } : {};
  const problems: Problem[] = [];
  const parsed: RenderRequest[] = [];
  for (const [at, one] of inputs.entries()) {
    if (problems.length >= maxProblems) break;
    try {
      // The webhook is that of the batch; the first request says whether it may be one.
      const extra = at === 0 ? webhook : {};
      parsed.push(
        parseRequest({ ...withoutDelivery(one), ...extra, async: true }, options).request,
      );
    } catch (error) {
      problems.push(...problemsOf(error, name, at));
    }
  }
  if (problems.length > 0) throw refusal(problems);
  const { webhook_url: known, webhook_signed: isSigned } = parsed[0]!;
  return {
    requests: parsed.map(({ webhook_url: _url, webhook_signed: _signed, ...rest }) => ({
      ...rest,
      webhook_signed: true,
    })) as RenderRequest[],
    ...(known === undefined ? {} : { webhook: { url: known, signed: isSigned } }),
  };
}

function readList(name: 'requests' | 'urls', given: unknown): unknown[] {
  const item = name === 'urls' ? 'addresses' : 'objects, each with its kind';
  const expected = `a list of 1 to ${maxBatch} ${item}`;
  const isList = Array.isArray(given) && given.length > 0 && given.length <= maxBatch;
  const items: unknown[] = isList ? given : [];
  const isItem = (one: unknown) =>
    name === 'urls'
      ? typeof one === 'string'
      : typeof one === 'object' && one !== null && !Array.isArray(one);
  const wrong = items.findIndex((one) => !isItem(one));
  if (isList && wrong < 0) return items;
  const got = Array.isArray(given) && !isList ? `${given.length} items` : given;
  const message = isList
    ? wrongValue(name, expected, items[wrong], { position: wrong + 1 })
    : wrongValue(name, expected, got);
  throw refusal([{ code: 'invalid_parameter', parameter: name, message }]);
}

/** What only the batch as a whole has. */
function withoutDelivery(one: Given): Given {
  for (const name of ['webhook_url', 'webhook_signed', 'async']) {
    if (one[name] === undefined || one[name] === null) continue;
    throw elsewhere(name, 'the batch');
  }
  return one;
}

function elsewhere(parameter: string, place: string): RenderError {
  const message = `${parameter} belongs to ${place}.`;
  return refusal([{ code: 'invalid_parameter', parameter, message }]);
}

function problemsOf(error: unknown, name: 'requests' | 'urls', at: number): Problem[] {
  if (!(error instanceof RenderError) || error.details === undefined) throw error;
  const { code } = error;
  return error.details.map(({ parameter, message }) => {
    const place = `${name}[${at}]`;
    const isItself = name === 'urls' && parameter === 'url';
    return {
      code,
      parameter: isItself ? place : `${place}.${parameter}`,
      message: `${place}: ${message}`,
    };
  });
}

import { RenderError } from '../errors/render-error.ts';
import { parameterError, refusal, type Problem } from '../read/refusal.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { missingValue, wrongValue } from '../read/wrong-value.ts';
import { parseRequest, type ParseOptions } from '../request/parse-request.ts';
import type { RenderRequest } from '../request/requests.ts';

/** Maximum number of requests of a batch. */
export const maxBatch = 1_000;

/** A validated batch of requests. Each is async. */
export interface BatchRequest {
  requests: RenderRequest[];
  webhook?: { url: string; signed: boolean };
}

type Given = Record<string, unknown>;

/** Maximum number of problems reported for a batch. */
const maxProblems = 20;

/** Maximum size of the shared parameters, times the number of URLs: each URL becomes a request. */
const maxSpreadBytes = 16 * 1_048_576;

/** Number of requests between two calls of `pause`. */
const betweenPauses = 50;

/** Options of {@link parseBatch}. */
export interface BatchOptions extends ParseOptions {
  /** Awaited after every 50 requests, to give way to other work. Default: no pause. */
  pause?(): Promise<void>;
}

/**
 * Checks a batch: `requests`, each with its `kind`, or `urls` and one request for all of them; and
 * the webhook at the end. Problems are reported with their path: `requests[7].format`, `urls[3]`.
 * @throws {RenderError} As `parseRequest`, and `payload_too_large`.
 */
export async function parseBatch(input: Given, options: BatchOptions = {}): Promise<BatchRequest> {
  const { requests, urls, webhook_url: url, webhook_signed: signed, ...shared } = input;
  const { pause, ...rules } = options;
  const given = (value: unknown) => value !== undefined && value !== null;
  if (given(requests) === given(urls)) {
    const message = missingValue('requests', 'either requests, or urls with one request for all');
    throw parameterError('requests', message, 'missing_parameter');
  }
  const name = given(requests) ? 'requests' : 'urls';
  const list = readList(name, given(requests) ? requests : urls);
  const named = name === 'urls' ? [] : Object.keys(shared);
  if (named[0] !== undefined) throw elsewhere(named[0], 'a request of the list');
  if (name === 'urls' && given(shared['url'])) throw elsewhere('url', 'urls');
  const webhook = given(url) ? readWebhook({ url, signed }, rules) : undefined;
  const parse = name === 'urls' ? spread(shared, list.length, rules) : readerOf(rules);
  const problems: Problem[] = [];
  const parsed: RenderRequest[] = [];
  for (const [at, one] of list.entries()) {
    if (at % betweenPauses === betweenPauses - 1) await pause?.();
    try {
      parsed.push(parse(one));
    } catch (error) {
      problems.push(...problemsOf(error, name, at));
    }
    if (problems.length >= maxProblems) break;
  }
  if (problems.length > 0) throw refusal(problems.slice(0, maxProblems));
  return { requests: parsed, ...(webhook && { webhook }) };
}

/** Checks the webhook with the rules of a screenshot request, whatever the kinds of the batch. */
function readWebhook(
  { url, signed }: { url: unknown; signed: unknown },
  rules: ParseOptions,
): BatchRequest['webhook'] {
  const { request } = parseRequest(
    { ...anyPage, async: true, webhook_url: url, webhook_signed: signed },
    { ...rules, kinds: builtInKinds },
  );
  return { url: String(request.webhook_url), signed: request.webhook_signed };
}

const anyPage = { kind: 'screenshot', url: 'https://example.com/' };

const readerOf = (rules: ParseOptions) => (one: unknown) =>
  parseRequest({ ...withoutDelivery(one as Given), async: true }, rules).request;

/** Checks the shared parameters once, with the first URL; all requests share the result. */
function spread(
  shared: Given,
  count: number,
  rules: ParseOptions,
): (address: unknown) => RenderRequest {
  const bytes = count * new TextEncoder().encode(JSON.stringify(shared)).byteLength;
  if (bytes > maxSpreadBytes) {
    throw new RenderError(
      'payload_too_large',
      `The parameters shared by ${count} urls take more than ${maxSpreadBytes / 1_048_576} MiB, counted once for each url: send fewer urls, or smaller parameters.`,
    );
  }
  const addressOf = (url: unknown) =>
    parseRequest({ ...anyPage, url }, { ...rules, kinds: builtInKinds }).request.url;
  let all: RenderRequest | undefined;
  let wrong: unknown;
  return (given) => {
    const url = addressOf(given);
    if (wrong !== undefined) throw wrong;
    try {
      all ??= readerOf(rules)({ ...shared, url });
    } catch (error) {
      wrong = error;
      throw error;
    }
    return { ...all, ...(url !== undefined && { url }) };
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
  throw parameterError(name, message);
}

/** Parameters that only the batch as a whole has. */
function withoutDelivery(one: Given): Given {
  for (const name of ['webhook_url', 'webhook_signed', 'async']) {
    if (one[name] === undefined || one[name] === null) continue;
    throw elsewhere(name, 'the batch');
  }
  return one;
}

function elsewhere(parameter: string, place: string): RenderError {
  return parameterError(parameter, `${parameter} belongs to ${place}.`);
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

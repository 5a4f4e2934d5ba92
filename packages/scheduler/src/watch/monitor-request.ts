import { createHash } from 'node:crypto';
import {
  builtInKinds,
  namesOfHalf,
  parameterList,
  parseCaptures,
  partOf,
  RenderError,
  showsTopLeft,
  type KindSet,
  type OutputRequest,
  type ParameterInfo,
  type ParseOptions,
  type RenderRequest,
} from '@tintype/contract';
import type { Watch } from '@tintype/contract/wire';
import type { NewTask } from '@tintype/store';
import { readTaskQuery } from '../read-query.ts';

/** A task with `watch`. */
export type MonitorTask = Pick<NewTask, 'kind' | 'query'> & { watch: Watch };

/** Request of a run of a monitor. */
export interface MonitorRequest {
  request: RenderRequest;
  outputs: readonly OutputRequest[];
  /** The webhook of the task: of events, and not of runs. */
  webhook?: { url: string; signed: boolean };
  /** A hash of what is rendered: runs with another one cannot be compared. */
  key: string;
}

/** Names of the files of a run. */
export const fileNames = {
  image: 'image.png',
  text: 'text.md',
  elements: 'elements.json',
} as const;

/** Verdicts that make a run fail, so that it is never compared. */
const failing = ['blank', 'blocked', 'http_error', 'session_expired'];

/** As many as a render takes. */
const maxSelectors = 50;

/** Of one request and not of what it renders. */
const dropped = ['webhook_url', 'webhook_signed', 'async', 'cache', 'attachment_name'];

/** Parameters that change no page. */
const unseen = ['cache_ttl', 'keep_trace', 'retry_times', 'retry_on', 'timeout'];

/**
 * Returns the request of a run: the files that are compared, of one load.
 * @param noise - selectors of elements that differ each time
 * @throws RenderError as `readTaskQuery` does
 */
export function readMonitorRequest(
  { kind, query, watch }: MonitorTask,
  options: ParseOptions = {},
  noise: readonly string[] = [],
): MonitorRequest {
  const { kinds = builtInKinds } = options;
  if (kind !== 'screenshot' && kind !== 'scrape') {
    const message = `watch needs the api screenshot or scrape; got ${kind}.`;
    const details = [{ parameter: 'watch', message }];
    throw new RenderError('invalid_parameter', message, { details });
  }
  const { request } = readTaskQuery(kind, query, options);
  const parameters = without(
    { ...partOf(request, 'load', kinds), ...partOf(request, 'service', kinds) },
    dropped,
  );
  const given = (ignored: readonly string[]): Given => ({
    ...parameters,
    ...known({ deterministic: true }, 'load', kinds),
    outputs: outputsOf(request, watch, kinds).map((output) => ({
      ...output,
      ...extrasOf(output, ignored, watch, kinds),
    })),
  });
  const key = keyOf(watch, given([]), kinds);
  const { page, outputs } = parse(given(noise), options);
  const { webhook_url: url, webhook_signed: signed } = request;
  return {
    request: page,
    outputs,
    key,
    ...(url !== undefined && { webhook: { url, signed } }),
  };
}

/** Defaults are left out: a release that brings a parameter changes no key. */
function keyOf({ on }: Watch, { outputs, ...page }: Given, kinds: KindSet): string {
  const compared = [
    on,
    setValues(page, parameterList(undefined, kinds)),
    outputs.map((output) => [
      output.name,
      output.kind,
      setValues(output, parameterList(output.kind, kinds)),
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(compared)).digest('hex');
}

/** Returns the values of parameters that differ from their defaults, by name. */
function setValues(given: object, infos: readonly ParameterInfo[]): [string, unknown][] {
  const written = (value: unknown) => JSON.stringify(value);
  const isSet = ([name, value]: [string, unknown]) => {
    const defaults = infos.filter((info) => info.name === name).map((info) => info.default);
    return !unseen.includes(name) && !defaults.some((usual) => written(usual) === written(value));
  };
  return Object.entries(given)
    .filter(([name]) => infos.some((info) => info.name === name))
    .filter(isSet)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

interface Given {
  outputs: readonly Output[];
  [parameter: string]: unknown;
}

interface Output {
  name: string;
  kind: 'screenshot' | 'scrape';
  [parameter: string]: unknown;
}

function outputsOf(request: RenderRequest, { on, selector }: Watch, kinds: KindSet): Output[] {
  const own = partOf(request, 'capture', kinds);
  const fails =
    on === 'status' ? {} : { fail_on: [...new Set([...failing, ...listed(own['fail_on'])])] };
  const shared = own['selector'] === undefined ? {} : { selector: own['selector'] };
  const image: Output = {
    name: fileNames.image,
    kind: 'screenshot',
    ...(request.kind === 'screenshot' ? own : { full_page: true }),
    format: 'png',
    ...fails,
  };
  const text: Output = {
    name: fileNames.text,
    kind: 'scrape',
    ...(request.kind === 'scrape' ? own : shared),
    ...(on === 'selector' && { selector }),
    ...(on === 'metadata' && { metadata_title: true, metadata_icon: true }),
    format: 'md',
    ...fails,
  };
  const elements: Output = { name: fileNames.elements, kind: 'scrape', format: 'elements' };
  const formats = parameterList('scrape', kinds).find(({ name }) => name === 'format')?.values;
  const hasElements = showsTopLeft(image) && formats?.includes('elements');
  const images = hasElements ? [image, elements] : [image];
  if (on === 'any') return [...images, text];
  return on === 'visual' ? images : [text];
}

/** Returns the extras that the kinds have as parameters of this half. */
function known(extras: object, half: 'load' | 'capture', kinds: KindSet): object {
  const names = namesOfHalf(extras, half, kinds);
  return Object.fromEntries(Object.entries(extras).filter(([name]) => names.includes(name)));
}

/**
 * Elements that differ each time are known areas of an image. The text has them still: without
 * them, it would differ from that of earlier runs.
 */
function extrasOf(
  { kind, name, ignore_selectors: own }: Output,
  ignored: readonly string[],
  watch: Watch,
  kinds: KindSet,
): object {
  if (name === fileNames.elements) return {};
  const asked = [...listed(own), ...watch.ignore_selectors];
  if (asked.length > maxSelectors) {
    const message = `watch.ignore_selectors and ignore_selectors of the query must be at most ${maxSelectors} together; got ${asked.length}.`;
    throw new RenderError('invalid_parameter', message, {
      details: [{ parameter: 'watch', message }],
    });
  }
  // Of elements beyond, areas are known.
  const selectors = kind === 'screenshot' ? [...asked, ...ignored] : asked;
  const extras = { deterministic: true, ignore_selectors: selectors.slice(0, maxSelectors) };
  const taken = new Set(parameterList(kind, kinds).map((info) => info.name));
  const unknown = Object.keys(extras).filter((extra) => !taken.has(extra));
  return without(known(extras, 'capture', kinds), unknown);
}

function parse(given: object, options: ParseOptions) {
  try {
    return parseCaptures(given, options).request;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const message = `watch: ${error.message}`;
    const details = [{ parameter: 'watch', message }];
    throw new RenderError(error.code, message, { details, cause: error });
  }
}

function listed(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

function without(values: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

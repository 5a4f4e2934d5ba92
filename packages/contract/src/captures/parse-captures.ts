import { RenderError } from '../errors/render-error.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import { describeValue, missingValue, wrongValue } from '../read/wrong-value.ts';
import { parameterError, placedProblem, refusal, type Problem } from '../read/refusal.ts';
import { kindOfPage, namesOfHalf, partOf } from '../request/halves.ts';
import { parseRequest, type ParsedRequest, type ParseOptions } from '../request/parse-request.ts';
import type { RenderRequest } from '../request/requests.ts';
import { captureNames, readSteps } from '../steps/read-steps.ts';
import {
  maxOutputs,
  type CapturesRequest,
  type OutputRequest,
  freeName,
  isCapturedAs,
  nameProblem,
} from './captures.ts';

/** Result of {@link parseCaptures}. */
export interface ParsedCaptures {
  request: CapturesRequest;
  /** As in `ParsedRequest`. */
  ignored: string[];
}

type Given = Record<string, unknown>;

/** Parameters that have no effect on a request for several files. */
const withoutMeaning = ['cache', 'attachment_name'] as const;

/**
 * Checks a request for several files of one load: parameters of the page and of delivery, and
 * `outputs`, each with its `kind` and the parameters of its capture. Problems of an output are
 * reported with their path: `outputs[1].format`.
 * @throws {RenderError} As `parseRequest`.
 */
export function parseCaptures(input: unknown, options: ParseOptions = {}): ParsedCaptures {
  if (!isObject(input)) {
    throw new RenderError(
      'invalid_request',
      `A request must be an object with parameters; got ${describeValue(input)}.`,
    );
  }
  const { outputs: given, ...shared } = input;
  const { kinds = builtInKinds } = options;
  const { request: page, ignored } = parsePage(shared, { ...options, hasOutputs: true }, kinds);
  const list = readList(given, capturedNames(page));
  const found = list.map((each, index) => parseOutput(each, `outputs[${index}]`, page, options));
  const problems = [...found.flatMap((each) => each.problems), ...nameProblems(list)];
  if (problems.length > 0) throw refusal(problems);
  const parsed = found.flatMap(({ parsed: one }) => (one ? [one] : []));
  return {
    request: { page, outputs: named(parsed, list, kinds) },
    ignored: [...ignored, ...parsed.flatMap((one) => one.ignored)],
  };
}

/** Returns the request as plain JSON, as `parseCaptures` accepts it. */
export function capturesParameters(
  { page, outputs }: CapturesRequest,
  kinds: KindSet = builtInKinds,
): Record<string, unknown> {
  return {
    ...partOf(page, 'load', kinds),
    ...partOf(page, 'service', kinds),
    outputs: outputs.map(({ name, request }) => ({
      name,
      kind: request.kind,
      ...partOf(request, 'capture', kinds),
    })),
  };
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the names of the outputs that the steps of a request capture. */
export function capturedNames({ steps = '[]' }: Pick<RenderRequest, 'steps'>): string[] {
  const recording = readSteps(steps);
  return typeof recording === 'string' ? [] : captureNames(recording.steps);
}

/** Returns the outputs, with a screenshot for each name that only a `capture` step has. */
function readList(given: unknown, captured: readonly string[]): Given[] {
  const expected = `a list of 1 to ${maxOutputs} objects, each with its kind`;
  const parameter = 'outputs';
  const isMissing = given === undefined || given === null;
  if (isMissing && captured.length === 0) {
    throw parameterError(parameter, missingValue(parameter, expected), 'missing_parameter');
  }
  const listed: unknown = isMissing ? [] : given;
  const isList =
    Array.isArray(listed) && listed.length <= maxOutputs && listed.length + captured.length > 0;
  const items: unknown[] = isList ? listed : [];
  if (isList && items.every(isObject)) {
    const isListed = (step: string) =>
      items.some(({ name }) => typeof name === 'string' && isCapturedAs(step, name));
    const all = [...items, ...captured.filter((step) => !isListed(step)).map(screenshotNamed)];
    if (all.length <= maxOutputs) return all;
    throw parameterError(
      parameter,
      `outputs must have at most ${maxOutputs} files, those of capture steps included; got ${all.length}.`,
    );
  }
  const wrong = items.findIndex((item) => !isObject(item));
  const message =
    wrong < 0
      ? wrongValue(parameter, expected, given)
      : wrongValue(parameter, expected, items[wrong], { position: wrong + 1 });
  throw parameterError(parameter, message);
}

/** Returns the screenshot of a `capture` step, in the format of its extension. */
function screenshotNamed(step: string): Given {
  const [, extension = ''] = /\.(jpe?g|png|webp|gif)$/i.exec(step) ?? [];
  const format = extension.toLowerCase().replace('jpg', 'jpeg') || 'jpeg';
  return { name: extension === '' ? `${step}.${format}` : step, kind: 'screenshot', format };
}

function parsePage(shared: Given, options: ParseOptions, kinds: KindSet): ParsedRequest {
  const misplaced = [
    ...(shared['kind'] === undefined || shared['kind'] === null ? [] : ['kind']),
    ...namesOfHalf(shared, 'capture', kinds),
  ];
  if (misplaced.length > 0) throw refusal(misplaced.map((name) => toOutput(name)));
  const { cache: _cache, attachment_name: _name, ...rest } = shared;
  const parsed = parseRequest({ ...rest, kind: kindOfPage(rest, kinds).name }, options);
  const unused = withoutMeaning.filter((name) => Boolean(shared[name]));
  return { ...parsed, ignored: [...parsed.ignored, ...unused] };
}

function toOutput(parameter: string): Problem {
  const message = `${parameter} belongs to an output: write it into outputs.`;
  return { code: 'invalid_parameter', parameter, message };
}

function parseOutput(
  { name: _name, ...given }: Given,
  place: string,
  page: RenderRequest,
  options: ParseOptions,
): { parsed?: ParsedRequest; problems: Problem[] } {
  const { kinds = builtInKinds } = options;
  const misplaced = (['load', 'service'] as const).flatMap((half) =>
    namesOfHalf(given, half, kinds),
  );
  if (misplaced.length > 0) {
    const problems = misplaced.map((name) => ({
      code: 'invalid_parameter' as const,
      parameter: `${place}.${name}`,
      message: `${place}.${name} belongs to the page: write it beside outputs.`,
    }));
    return { problems };
  }
  const { kind } = given;
  const known = kinds.find(kind);
  // Parameters that only other kinds accept were checked with the page.
  const entries = known
    ? Object.entries(partOf(page, 'load', kinds)).filter(([name]) => name in known.parameters)
    : [];
  // Long JSON, checked with the page: no rule of a capture depends on it.
  const isLong = ([name]: readonly [string, unknown]) => longJson.has(name);
  const shared: Given = Object.fromEntries(entries.filter((entry) => !isLong(entry)));
  const long = Object.fromEntries(entries.filter(isLong));
  try {
    const { request, ignored } = parseRequest({ ...shared, ...given }, options);
    return {
      parsed: { request: { ...request, ...long }, ignored },
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof RenderError) || error.details === undefined) throw error;
    const { code } = error;
    return { problems: error.details.map((detail) => placedProblem(detail, place, code)) };
  }
}

const longJson: ReadonlySet<string> = new Set(['storage_state', 'steps', 'secrets']);

function nameProblems(list: readonly Given[]): Problem[] {
  const taken = new Set<string>();
  return list.flatMap(({ name }, index) => {
    const problem = nameProblem(`outputs[${index}]`, name, taken);
    if (typeof name === 'string') taken.add(name.toLowerCase());
    return problem ? [problem] : [];
  });
}

function named(
  parsed: readonly ParsedRequest[],
  list: readonly Given[],
  kinds: KindSet,
): OutputRequest[] {
  const taken = new Set(
    list.flatMap(({ name }) => (typeof name === 'string' ? [name.toLowerCase()] : [])),
  );
  return parsed.map(({ request }, index) => {
    const given = list[index]?.['name'];
    const name = typeof given === 'string' ? given : freeName(request, taken, kinds);
    taken.add(name.toLowerCase());
    return { name, request };
  });
}

import { basename, extname } from 'node:path';
import {
  builtInKinds,
  capturedNames,
  flagName,
  fromStrings,
  isCapturedAs,
  kindOfPage,
  maxOutputs,
  nearestName,
  parameterList,
  parseRequest,
  takesParameter,
  type KindSet,
  type RenderRequest,
  type RequestInput,
} from '@tintype/contract';
import type { PageInput, Plugin } from '@tintype/core';
import type { RendererOptions } from '../../renderer-options.ts';
import { browserOptions } from '../flags/browser-options.ts';
import { readOwnFlags, type OwnFlags } from '../flags/own-flags.ts';
import { parameterPairs, parseFlags, type ParsedFlags } from '../flags/parse-flags.ts';
import { readParameterFiles } from '../render/read-input.ts';
import {
  pageOf,
  readReach,
  readTargets,
  withInput,
  type PlanOptions,
} from '../render/render-plan.ts';
import type { Target } from '../render/target.ts';
import { UsageError } from '../cli-context.ts';
import { captureFlags } from './capture-flags.ts';
import { readOutputFile } from './output-file.ts';

/** A validated page and the files to make of it. */
export interface CapturePlan extends OwnFlags {
  target: Target;
  page: PageInput;
  outputs: readonly { path: string; request: RequestInput }[];
  /** True if a file contains the requests of the page. */
  traffic: boolean;
  allow: readonly string[];
  renderer: RendererOptions;
  warnings: readonly string[];
}

/** Additions of plugins to the command line. */
export interface CaptureParts {
  kinds?: KindSet;
  plugins?: readonly Plugin[];
}

type Pairs = readonly (readonly [name: string, value: string])[];

export function parseCaptureFlags(
  kinds: KindSet | undefined,
  args: readonly string[],
): ParsedFlags {
  return parseFlags(args, captureFlags(kinds), nearestName);
}

/**
 * Turns a command line into a page and its files. Validates all of it before a browser starts.
 * @throws UsageError, or RenderError with status 400
 */
export async function planCapture(
  { kinds = builtInKinds, plugins }: CaptureParts,
  parsed: ParsedFlags,
  options: PlanOptions,
): Promise<CapturePlan> {
  const own = readOwnFlags(parsed);
  const files = readFiles(parsed, kinds);
  const pairs: Pairs = parameterPairs(parsed);
  const ofPage = pairs.filter(([name]) => isOfPage(name, kinds));
  const names = Object.fromEntries(ofPage);
  const page = fromStrings(kindOfPage(names, kinds).name, ofPage, kinds);
  await readParameterFiles(page);
  const target = await readPage(parsed, page, own.root, options);
  const given = { ...page, ...pageOf(target) };
  const allow = await readReach(parsed, options.environment);
  const { request } = parseRequest(
    { ...given, kind: kindOfPage(given, kinds).name },
    { kinds, hasOutputs: true },
  );
  refuseUnnamed(request, files);
  const outputs = files.map(({ path, kind, format }) => {
    const own = parameterList(kind, kinds).filter(({ half }) => half === 'capture');
    const names = new Set(own.map(({ name }) => name));
    const taken = pairs.filter(([name]) => names.has(name));
    const chosen = names.has('format') ? { format } : {};
    const request = { kind, ...chosen, ...fromStrings(kind, taken, kinds) } as RequestInput;
    const parsed = parseRequest({ ...given, ...request }, { kinds, hasOutputs: true });
    const { traffic } = kinds.get(kind).needs(parsed.request);
    return { path, request, traffic };
  });
  return {
    ...own,
    target,
    page: given,
    outputs,
    traffic: outputs.some(({ traffic }) => traffic),
    allow: [...allow, ...(target.from === 'url' ? target.allow : [])],
    renderer: { ...browserOptions(parsed), ...(plugins && { plugins }) },
    warnings: warnOfIdle(pairs, files, kinds),
  };
}

/** Refuses `capture` steps without a file. */
function refuseUnnamed(request: RenderRequest, files: readonly { path: string }[]): void {
  const missing = capturedNames(request).find(
    (step) => !files.some(({ path }) => isCapturedAs(step, basename(path))),
  );
  if (missing === undefined) return;
  const file = extname(missing) === '' ? `${missing}.jpeg` : missing;
  throw new UsageError(`A step captures ${missing}: add -o ${file}.`);
}

function readFiles({ entries }: ParsedFlags, kinds: KindSet) {
  const paths = entries
    .filter(({ flag }) => flag.name === 'output' && flag.parameter === undefined)
    .map(({ value }) => value);
  if (paths.length === 0) {
    throw new UsageError(
      'Name the files: tintype capture <url | file.html | -> -o page.webp -o page.pdf',
    );
  }
  if (paths.length > maxOutputs) {
    throw new UsageError(`-o can be given ${maxOutputs} times; got it ${paths.length} times.`);
  }
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`-o ${twice} was given twice.`);
  return paths.map((path) => readOutputFile(path, kinds));
}

async function readPage(
  { positionals }: ParsedFlags,
  parameters: Record<string, unknown>,
  root: string | undefined,
  options: PlanOptions,
): Promise<Target> {
  const typed = readTargets({ kind: 'capture' }, positionals, parameters, root);
  const [target, ...others] = await withInput(typed, options);
  if (target !== undefined && others.length === 0) return target;
  throw new UsageError(
    `tintype capture takes one page; got ${others.length + 1}. For an image of each: tintype screenshot <url> <url> -o <folder>/`,
  );
}

/** Returns true if a parameter applies to the page, and not to one of its files. */
function isOfPage(name: string, kinds: KindSet): boolean {
  return parameterList(undefined, kinds).some(
    (info) => info.name === name && info.half !== 'capture',
  );
}

/** Returns a warning for each flag that applies to none of the files. */
function warnOfIdle(pairs: Pairs, files: readonly { kind: string }[], kinds: KindSet): string[] {
  const isTaken = (name: string) =>
    isOfPage(name, kinds) || files.some(({ kind }) => takesParameter(kinds.get(kind), name));
  const idle = new Set(pairs.flatMap(([name]) => (isTaken(name) ? [] : [name])));
  return [...idle].map(
    (name) => `--${flagName(name)} applies to none of the files: it is ignored.`,
  );
}

import { availableParallelism } from 'node:os';
import {
  findDevice,
  fromStrings,
  nearestName,
  parameterList,
  parseRequest,
  RenderError,
  type KindSet,
  type RequestInput,
} from '@tintype/contract';
import type { Site } from '@tintype/core';
import * as z from 'zod/mini';
import type { Environment } from '../../environment.ts';
import { splitText } from '../../from-text.ts';
import type { RendererOptions } from '../../renderer-options.ts';
import { browserOptions, checkBrowsers } from '../flags/browser-options.ts';
import { LIST_FLAGS, OUTPUT_FLAGS, REACH_FLAGS } from '../flags/command-flags.ts';
import { formatFromEnding, readDestination, type Destination } from './destination.ts';
import type { Flag } from '../flags/flag.ts';
import { combinedFlags, parameterFlag } from '../flags/parameter-flags.ts';
import { readOwnFlags, type OwnFlags } from '../flags/own-flags.ts';
import { parameterPairs, parseFlags, type ParsedFlags } from '../flags/parse-flags.ts';
import { readFlag } from '../flags/read-flag.ts';
import type { CommandKind } from './command-kind.ts';
import { parseOwnFlags } from './plain-start.ts';
import { readProjectDefaults } from './project-defaults.ts';
import { readParameterFiles, refuseList, startOfSteps, targetsOfInput } from './read-input.ts';
import type { ListedPage } from './read-list.ts';
import { warnOfEnding, warnOfService } from './plan-warnings.ts';
import { pageSite } from './local-site.ts';
import { LOCAL_ORIGIN, readTarget, type Target } from './target.ts';
import { UsageError } from '../cli-context.ts';

/** A validated command line. */
export interface RenderPlan extends OwnFlags {
  command: CommandKind;
  jobs: readonly Job[];
  destination: Destination;
  concurrency: number;
  renderer: RendererOptions;
  /** Folder whose changes trigger a render, and the output file. */
  watched?: { folder: string; output: string };
  warnings: readonly string[];
}

export interface Job {
  target: Target;
  request: RequestInput;
  /** Serves a page of HTML, for a kind that accepts URLs only. */
  site?: Site;
  /** HTML of a page after its template was filled. */
  filled?: string;
  /** Id of the device, if the page is rendered on several. */
  device?: string;
  /** Hosts that this page may reach although they are not public. */
  allow: readonly string[];
}

/** A page to render, with its own parameters. */
type PlannedPage = Pick<ListedPage, 'target'> &
  Partial<ListedPage> &
  Pick<Job, 'filled' | 'device'>;

export interface PlanOptions {
  environment: Environment;
  isTerminal: boolean;
  /** Reads the whole of stdin as text. */
  readStdin(): Promise<string>;
}

const renders = z.int().check(z.minimum(1), z.maximum(64));

export function renderFlags({ kind, kinds }: CommandKind): readonly Flag[] {
  return [
    ...OUTPUT_FLAGS,
    ...LIST_FLAGS,
    ...parameterList(kind, kinds).map(parameterFlag),
    ...combinedFlags(parameterList(kind, kinds)),
    ...REACH_FLAGS,
  ];
}

/**
 * Turns a command line into requests. Validates all of them before a browser starts.
 * @throws UsageError, or RenderError with status 400
 */
export async function planRenders(
  command: CommandKind,
  parsed: ParsedFlags,
  options: PlanOptions,
): Promise<RenderPlan> {
  const own = readOwnFlags(parsed);
  const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
  const concurrency = readFlag(renders, 'concurrency', given) ?? availableParallelism();
  const devices = devicesOf(parsed);
  const parameters = readParameters(command, parsed, devices.length > 1);
  await readParameterFiles(parameters);
  const listed = await readPages(command, parsed, parameters, own, options);
  const pages = devices.length > 1 ? onEachDevice(listed, devices) : listed;
  const destination = readDestination(own.output, pages.length, options.isTerminal, command);
  if (destination.to === 'file' && parameters['format'] === undefined) {
    const format = formatFromEnding(destination.path, command.endings);
    if (format !== undefined && command.endings.length > 1) parameters['format'] = format;
  }
  for (const [name, value] of Object.entries(await readProjectDefaults(command))) {
    parameters[name] ??= value;
  }
  const allow = await readReach(parsed, options.environment);
  if (own.open && (pages.length > 1 || destination.to === 'stdout')) {
    throw new UsageError(
      `--open is for one page that goes to a file; got ${destination.to === 'stdout' ? '-o -' : `${pages.length} pages`}.`,
    );
  }
  if (own.trace !== undefined && pages.length > 1) {
    throw new UsageError(`--trace is for one page; got ${pages.length}.`);
  }
  const filled = own.data === undefined ? pages : await fillPages(pages, own.data);
  const jobs = filled.map((page) => makeJob(command, page, parameters, allow));
  return {
    ...own,
    command,
    jobs,
    destination,
    concurrency,
    renderer: {
      ...browserOptions(parsed),
      ...(command.plugins === undefined ? {} : { plugins: command.plugins }),
    },
    ...(own.watch ? { watched: watchedFolder(pages, destination) } : {}),
    warnings: [
      ...warnOfService(command, parsed),
      ...warnOfEnding(destination, parameters['format']),
    ],
  };
}

function watchedFolder(
  [page, ...others]: readonly PlannedPage[],
  destination: Destination,
): NonNullable<RenderPlan['watched']> {
  if (page?.target.from === 'file' && others.length === 0 && destination.to === 'file') {
    return { folder: page.target.root, output: destination.path };
  }
  throw new UsageError('--watch is for one local page that goes to a file: page.html -o page.png');
}

/** Fills templates with data. Reports invalid templates before a browser starts. */
async function fillPages(pages: readonly PlannedPage[], path: string): Promise<PlannedPage[]> {
  const { fillTarget, readTemplateData } = await import('./template-data.ts');
  const data = await readTemplateData(path);
  return Promise.all(
    pages.map(async (page) => {
      const html = await fillTarget(page.target, data);
      const { target } = page;
      return target.from === 'html'
        ? { ...page, target: { ...target, html } }
        : { ...page, filled: html };
    }),
  );
}

function readParameters(
  { kind, kinds }: CommandKind,
  parsed: ParsedFlags,
  hasDevices: boolean,
): Record<string, unknown> {
  const pairs = parameterPairs(parsed);
  const shared = hasDevices ? pairs.filter(([name]) => name !== 'viewport_device') : pairs;
  return shared.length === 0 ? {} : fromStrings(kind, shared, kinds);
}

/** Returns the typed devices: `--device` can be repeated, and takes several separated by commas. */
function devicesOf(parsed: ParsedFlags): string[] {
  return parameterPairs(parsed).flatMap(([name, value]) =>
    name === 'viewport_device' ? splitText(value, ',') : [],
  );
}

/** Returns each page for each device, unless its list entry names a device. */
function onEachDevice(pages: readonly PlannedPage[], devices: readonly string[]): PlannedPage[] {
  return pages.flatMap((page) => {
    if (page.parameters?.['viewport_device'] !== undefined) return page;
    return devices.map((device) => ({
      ...page,
      parameters: { viewport_device: device, ...page.parameters },
      device: findDevice(device)?.id ?? device,
    }));
  });
}

/** Returns the typed pages, and those of lists. */
async function readPages(
  command: CommandKind,
  { positionals }: ParsedFlags,
  parameters: Record<string, unknown>,
  { from, root, allow: allowed }: OwnFlags,
  options: PlanOptions,
): Promise<PlannedPage[]> {
  const hasTyped = positionals.length > 0 || ['url', 'html'].some((name) => name in parameters);
  const typed =
    hasTyped || from.length === 0 ? readTargets(command, positionals, parameters, root) : [];
  const stdins = [...positionals, ...from].filter((text) => text === '-').length;
  if (stdins > 1) throw new UsageError('- is stdin, which can be read once; got it twice.');
  const pages: PlannedPage[] = (await withInput(typed, options)).map((target) => ({ target }));
  const { kind, kinds } = command;
  for (const path of from) {
    const { readList } = await import('./read-list.ts');
    const { readStdin, environment } = options;
    const allow = [...allowed.flatMap((text) => splitText(text, ',')), ...environment.egressAllow];
    pages.push(...(await readList(path, { kind, kinds, root, allow, readStdin })));
  }
  return pages;
}

/** Returns the pages of the arguments. @throws UsageError */
export function readTargets(
  { kind }: Pick<CommandKind, 'kind'>,
  positionals: readonly string[],
  parameters: Record<string, unknown>,
  root: string | undefined,
): Target[] {
  const targets = positionals.map((typed) => readTarget(typed, root));
  for (const target of targets) refuseList(target, kind);
  const { url, html } = parameters;
  delete parameters['url'];
  delete parameters['html'];
  if (typeof url === 'string') targets.push(readTarget(url, root));
  if (typeof html === 'string') targets.push({ typed: '--html', from: 'html', html });
  if (targets.filter(({ from }) => from === 'stdin').length > 1) {
    throw new UsageError('- is stdin, which can be read once; got it twice.');
  }
  const start = targets.length === 0 ? startOfSteps(parameters) : undefined;
  if (start !== undefined) targets.push(readTarget(start, root));
  if (targets.length > 0) return targets;
  throw new UsageError(`Name a page: tintype ${kind} <url | file.html | ->`);
}

/** Replaces `-` with the content of stdin. */
export async function withInput(
  targets: readonly Target[],
  options: PlanOptions,
): Promise<Target[]> {
  if (!targets.some(({ from }) => from === 'stdin')) return [...targets];
  const input = targetsOfInput(await options.readStdin());
  return targets.flatMap((target) => (target.from === 'stdin' ? input : target));
}

function makeJob(
  { kind, kinds }: CommandKind,
  { target, parameters: own, place, filled, device }: PlannedPage,
  shared: Record<string, unknown>,
  allow: readonly string[],
): Job {
  const parameters = { ...shared, ...own };
  const page = pageOf(target);
  const { html } = page;
  // Some kinds accept URLs only: a temporary site then serves the HTML.
  const takesHtml = () => parameterList(kind, kinds).some(({ name }) => name === 'html');
  const given = html !== undefined && !takesHtml() ? { url: `${LOCAL_ORIGIN}/` } : page;
  const request = { kind, ...parameters, ...given } as RequestInput;
  check(request, kinds, place);
  const typed = target.from === 'url' ? target.allow : [];
  return {
    target,
    request,
    allow: [...allow, ...typed],
    ...(given === page || html === undefined ? {} : { site: pageSite(html) }),
    ...(filled === undefined ? {} : { filled }),
    ...(device === undefined ? {} : { device }),
  };
}

/** Validates a request. The message names the entry of a list. */
function check(request: RequestInput, kinds: KindSet | undefined, place: string | undefined): void {
  try {
    parseRequest(request, kinds === undefined ? {} : { kinds });
  } catch (error) {
    if (place === undefined || !(error instanceof RenderError)) throw error;
    throw new UsageError(`${place}: ${error.message}`);
  }
}

/** Returns the parameters that identify the page. */
export function pageOf(target: Target): Record<string, string> {
  if (target.from === 'url' || target.from === 'file') return { url: target.url };
  return { html: target.from === 'html' ? target.html : '' };
}

/** Returns the allowed hosts. Rejects them and browsers before one starts. */
export async function readReach(parsed: ParsedFlags, environment: Environment): Promise<string[]> {
  const allow = parsed.all('allow').flatMap((text) => splitText(text, ','));
  await checkAllowed('--allow', allow);
  await checkAllowed('TINTYPE_EGRESS_ALLOW', environment.egressAllow);
  await checkBrowsers(browserOptions(parsed), environment);
  return allow;
}

export async function checkAllowed(where: string, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  const { parseAllow } = await import('@tintype/egress');
  try {
    parseAllow(entries);
  } catch (error) {
    const reason = (error as Error).message.replace(/^allow: /, '');
    throw new UsageError(`${where}: ${reason}`);
  }
}

export function parseRenderFlags(command: CommandKind, args: readonly string[]): ParsedFlags {
  // A parameter of a plugin can have the name of one of the other flags, and then overrides it.
  const own = command.plugins === undefined ? parseOwnFlags(args) : undefined;
  return own ?? parseFlags(args, renderFlags(command), nearestName);
}

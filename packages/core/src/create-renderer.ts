import {
  builtInKinds,
  createKindSet,
  parseRequest,
  RenderError,
  type KindSet,
  type ParsedRequest,
  type RenderRequest,
} from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';
import type { BrowserSource } from './browser-source.ts';
import { compose, type Layer } from './render/plugins/compose.ts';
import { createPdfCapture } from './capture/pdf/pdf.ts';
import { createScreenshotCapture } from './capture/screenshot/screenshot.ts';
import { createContext } from './render/create-context.ts';
import type { Deadline } from './time/deadline.ts';
import { createLazy } from './lazy.ts';
import { createLifecycle } from './render/lifecycle.ts';
import { renderAll } from './render/list/render-all.ts';
import { namedHooks } from './render/plugins/named-hooks.ts';
import { openPage, type Attempting, type EnginePage } from './render/open/open-page.ts';
import { renderOnce } from './render/render-once.ts';
import type { Engine } from './render/acquire-page.ts';
import { createTemplates } from './render/fill-template.ts';
import { contextFor } from './render/plugins/plugin-state.ts';
import { raceTraced } from './render/race-traced.ts';
import { createSessions } from './session/create-sessions.ts';
import { withRetry } from './render/plugins/retry.ts';
import type {
  Capture,
  KindsOf,
  Middleware,
  OpenOptions,
  PageInput,
  Plugin,
  RenderContext,
  RenderOptions,
  Renderer,
  RenderResult,
  SessionDirectory,
} from './types.ts';
import { untilAborted } from './time/race-end.ts';

/** Parts of an engine. */
export interface RendererParts<Plugins extends readonly Plugin[] = readonly Plugin[]> {
  source: BrowserSource;
  /** Middleware around each render, the first outermost. */
  use?: readonly Middleware[];
  plugins?: Plugins;
  /** Maximum time a render waits for a page of the source, in seconds. Default: unlimited. */
  queueTimeout?: number;
  /** Sessions for requests without `sessions` in their options. Default: none. */
  sessions?: SessionDirectory;
  /** Maximum time for each plugin to stop, in ms. Default 10,000. */
  stopBoundMs?: number;
}

/**
 * Creates an engine on a source of pages.
 * @throws Error when two plugins capture the same kind, or a kind has no capture or a capture no
 *   kind
 * @throws TypeError when two plugins bring kinds of one name
 * @throws RangeError for a `queueTimeout` that is no number above 0
 */
export function createRenderer<const Plugins extends readonly Plugin[] = readonly Plugin[]>(
  parts: RendererParts<Plugins>,
): Renderer<KindsOf<Plugins>> {
  const plugins: readonly Plugin[] = parts.plugins ?? [];
  const { source, use = [], queueTimeout = Infinity } = parts;
  checkQueueTimeout(queueTimeout);
  const hooks = plugins.flatMap((plugin) => (plugin.hooks ? [namedHooks(plugin)] : []));
  const kinds = createKindSet([
    ...builtInKinds,
    ...plugins.flatMap((plugin) => plugin.kinds ?? []),
  ]);
  const captures = collectCaptures(plugins, kinds);
  const engine: Engine = { source, kinds, captures, hooks, queueTimeoutMs: queueTimeout * 1000 };
  const middleware = [...use, ...plugins.flatMap(middlewareOf)];
  const openings = plugins.flatMap(openingOf);
  const pipeline = compose(
    middleware,
    withRetry((request, context, before) =>
      inSession(request, context, (own, session) =>
        renderOnce(engine, own, context, { before, ...(session && { session }) }),
      ),
    ),
  );
  const sessionRuns = createLazy(async () => {
    // Loaded on use: few requests have a session.
    const { createInSession } = await import('./session/in-session.ts');
    return createInSession({ open });
  });
  const inSession: Attempting = async (request, context, attempt) =>
    request.session === undefined
      ? attempt(request)
      : (await sessionRuns.get())(request, context, attempt);
  const templates = createTemplates();
  const lifecycle = createLifecycle(plugins, source, parts.stopBoundMs);
  const running = new Map<Promise<unknown>, Deadline>();
  const pages = new Set<EnginePage>();
  let stopped: Promise<void> | undefined;

  const withSessions = <Options extends RenderOptions>(options: Options): Options =>
    parts.sessions ? { sessions: parts.sessions, ...options } : options;

  const track = <T>(work: Promise<T>, deadline: Deadline): Promise<T> => {
    const tracked = whileAlive(work);
    running.set(tracked, deadline);
    const done = () => running.delete(tracked);
    tracked.then(done, done);
    return tracked;
  };

  const run = async (
    request: RenderRequest,
    context: RenderContext,
    warnings: readonly string[],
  ): Promise<RenderResult> => {
    const { deadline } = context;
    try {
      await deadline.race(lifecycle.start());
      const result = await raceTraced(context, pipeline(request, context));
      // Middleware that returns its own results may not be TypeScript.
      const receipt: Receipt | undefined = result.receipt;
      return { ...result, receipt: receipt ?? {}, warnings: [...warnings, ...result.warnings] };
    } catch (error) {
      throw RenderError.from(error);
    } finally {
      deadline.dispose();
    }
  };

  const render: Renderer['render'] = async (input, options = {}) => {
    if (stopped) throw new RenderError('shutting_down');
    const { data } = options;
    // Without data there is no await: a request is already running if the engine is stopped next.
    const filled = data === undefined ? input : await templates.fillRequest(input, data);
    if (filled !== input && stopped) throw new RenderError('shutting_down');
    const parsed = read(filled, options, kinds);
    const { context, warnings } = createContext(parsed, withSessions(options));
    return track(run(parsed.request, context, warnings), context.deadline);
  };

  const open = async (input: PageInput, options: OpenOptions = {}): Promise<EnginePage> => {
    if (stopped) throw new RenderError('shutting_down');
    const start = () => lifecycle.start();
    const onClosed = (page: EnginePage) => void pages.delete(page);
    const own = { engine, middleware, openings, templates, inSession, start, track, onClosed };
    const { data } = options;
    const filled = data === undefined ? input : await templates.fillRequest(input, data);
    const page = await openPage(own, filled, withSessions(options));
    pages.add(page);
    if (stopped) {
      await page.end(new RenderError('shutting_down'));
      throw new RenderError('shutting_down');
    }
    return page;
  };

  const stopAll = async () => {
    const ends = [...pages].map((page) => page.end(new RenderError('shutting_down')));
    await Promise.allSettled([...running.keys(), ...ends]);
    await Promise.all([lifecycle.stop(), templates.stop()]);
  };

  const stop: Renderer['stop'] = ({ signal } = {}) => {
    stopped ??= whileAlive(stopAll());
    const hurry = () => {
      for (const deadline of running.values()) deadline.fail(new RenderError('shutting_down'));
    };
    if (signal?.aborted) hurry();
    else signal?.addEventListener('abort', hurry, { once: true });
    return stopped.finally(() => signal?.removeEventListener('abort', hurry));
  };

  return {
    kinds,
    render,
    open,
    ...createSessions({ open }, parts.sessions),
    renderAll: (requests, options) =>
      renderAll({ render, concurrency: source.concurrency }, requests, options),
    async start({ signal } = {}) {
      if (stopped) throw new RenderError('shutting_down');
      const starting = Promise.all([lifecycle.start(), source.start?.()]);
      await whileAlive(untilAborted(starting, signal));
    },
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

function read(input: object, { parsed, upstream }: RenderOptions, kinds: KindSet): ParsedRequest {
  if (parsed) return { request: input as RenderRequest, ignored: [] };
  // A country requires a proxy in it, which the caller knows.
  return parseRequest(input, upstream === undefined ? { kinds, locations: [] } : { kinds });
}

function checkQueueTimeout(value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new RangeError(`queueTimeout must be a number of seconds above 0; got ${String(value)}.`);
}

/** Idle browsers do not keep Node running. A caller that awaits one does. */
async function whileAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 2 ** 30);
  return work.finally(() => clearInterval(timer));
}

function middlewareOf(plugin: Plugin): Middleware[] {
  const own = plugin.middleware?.bind(plugin);
  return own ? [(request, context, next) => own(request, contextFor(plugin, context), next)] : [];
}

function openingOf(plugin: Plugin): Layer<RenderRequest, RenderContext, void>[] {
  const own = plugin.opening?.bind(plugin);
  if (!own) return [];
  return [
    (request, context, next) =>
      own(request, contextFor(plugin, context), () => next(request, context)),
  ];
}

/** Wraps a capture so that its context has the state of its plugin. */
function captureOf(plugin: Plugin, capture: Capture<never>): Capture<never> {
  const { prepare } = capture;
  return {
    ...capture,
    capture: (page, request, context) =>
      capture.capture(page, request, contextFor(plugin, context)),
    ...(prepare && {
      prepare: (page, request, context) =>
        prepare.call(capture, page, request, contextFor(plugin, context)),
    }),
  };
}

function collectCaptures(
  plugins: readonly Plugin[],
  kinds: KindSet,
): ReadonlyMap<string, Capture<never>> {
  const captures = new Map<string, Capture<never>>([
    ['screenshot', createScreenshotCapture()],
    ['pdf', createPdfCapture()],
  ]);
  for (const plugin of plugins) {
    const { name, captures: own = {} } = plugin;
    for (const [kind, capture] of Object.entries(own)) {
      if (captures.has(kind)) throw new Error(`plugin ${name}: ${kind} has a capture already`);
      if (kinds.find(kind) === undefined)
        throw new Error(`plugin ${name}: no kind is named ${kind}`);
      captures.set(kind, captureOf(plugin, capture));
    }
  }
  for (const { name, kinds: own = [] } of plugins) {
    const uncaptured = own.find((kind) => !captures.has(kind.name));
    if (uncaptured) throw new Error(`plugin ${name}: the kind ${uncaptured.name} has no capture`);
  }
  return captures;
}

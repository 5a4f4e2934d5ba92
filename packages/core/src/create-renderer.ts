import { parseRequest, RenderError, type Kind } from '@tintype/contract';
import type { BrowserSource } from './browser-source.ts';
import { compose } from './compose.ts';
import { pdfCapture } from './captures/pdf.ts';
import { screenshotCapture } from './captures/screenshot.ts';
import { createDeadline } from './deadline.ts';
import { createRequestId } from './request-id.ts';
import { renderOnce, type Engine } from './render-once.ts';
import { withRetry } from './retry.ts';
import type { Capture, Middleware, Plugin, RenderContext, Renderer } from './types.ts';

/** What an engine is made of. */
export interface RendererParts {
  source: BrowserSource;
  /** Around each render, the first outermost. */
  use?: readonly Middleware[];
  plugins?: readonly Plugin[];
}

/**
 * Makes an engine over a source of pages.
 * @throws Error when two plugins capture the same kind
 */
export function createRenderer({ source, use = [], plugins = [] }: RendererParts): Renderer {
  const hooks = plugins.flatMap(({ hooks: own }) => (own ? [own] : []));
  const engine: Engine = { source, captures: collectCaptures(plugins), hooks };
  const middleware = [...use, ...plugins.flatMap(({ middleware: own }) => (own ? [own] : []))];
  const pipeline = compose(
    middleware,
    withRetry((request, context) => renderOnce(engine, request, context)),
  );
  const running = new Set<Promise<unknown>>();
  let started: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const render: Renderer['render'] = async (input, options = {}) => {
    if (stopped) throw new RenderError('shutting_down');
    // A country means a proxy in it, and whoever calls knows which.
    const rules = options.upstream === undefined ? { locations: [] } : {};
    const { request, ignored } = parseRequest(input, rules);
    const deadline = createDeadline(request.timeout * 1000, options.signal);
    const warnings = ignored.map((name) => `${name} does not apply to ${request.kind}: ignored.`);
    const context: RenderContext = {
      ...options,
      id: createRequestId(),
      signal: deadline.signal,
      deadline,
      warn: (message) => {
        if (!warnings.includes(message)) warnings.push(message);
      },
    };
    try {
      started ??= startAll(plugins);
      await deadline.race(started);
      const result = await deadline.race(pipeline(request, context));
      return { ...result, warnings: [...warnings, ...result.warnings] };
    } catch (error) {
      throw error instanceof RenderError
        ? error
        : new RenderError('internal', undefined, { cause: error });
    } finally {
      deadline.dispose();
    }
  };

  return {
    render(input, options) {
      const work = render(input, options);
      running.add(work);
      const done = () => running.delete(work);
      work.then(done, done);
      return work;
    },
    async start() {
      started ??= startAll(plugins);
      await whileAlive(Promise.all([started, source.start?.()]));
    },
    stop() {
      stopped ??= whileAlive(
        (async () => {
          await Promise.allSettled(running);
          for (const plugin of plugins.toReversed()) await plugin.stop?.();
          await source.stop();
        })(),
      );
      return stopped;
    },
  };
}

/** Idle browsers do not keep Node running. While somebody waits for them to start or stop, this does. */
async function whileAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 2 ** 30);
  return work.finally(() => clearInterval(timer));
}

async function startAll(plugins: readonly Plugin[]): Promise<void> {
  for (const plugin of plugins) await plugin.start?.();
}

function collectCaptures(plugins: readonly Plugin[]): ReadonlyMap<Kind, Capture> {
  const captures = new Map<Kind, Capture>([
    ['screenshot', screenshotCapture],
    ['pdf', pdfCapture],
  ]);
  for (const { name, captures: own = {} } of plugins) {
    for (const [kind, capture] of Object.entries(own) as [Kind, Capture][]) {
      if (captures.has(kind)) throw new Error(`plugin ${name}: ${kind} has a capture already`);
      captures.set(kind, capture);
    }
  }
  return captures;
}

import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, type Kind, type RenderRequest } from '@tintype/contract';
import type { BrowserSource, Lease } from './browser-source.ts';
import { withoutCredentials } from './chromium-errors.ts';
import { createPageHandle, type PageHandle } from './page-handle.ts';
import { prepareMetadata } from './metadata.ts';
import { dismissDialogs } from './stages/dialogs.ts';
import { emulate, frameEmulation } from './stages/emulate.ts';
import { applyToFrames } from './stages/frame-settings.ts';
import { injectCssEarly } from './stages/inject.ts';
import { interact } from './stages/interact.ts';
import { interception } from './stages/intercept.ts';
import {
  lostError,
  navigate,
  refuseErrorPage,
  setCookies,
  syntheticHost,
  targetOf,
  toRenderError,
  watchDocument,
} from './stages/navigate.ts';
import { settle } from './stages/settle.ts';
import type { Capture, Hooks, RenderContext, RenderResult, Stage, StageTiming } from './types.ts';

/** The fixed parts of an engine. */
export interface Engine {
  source: BrowserSource;
  captures: ReadonlyMap<Kind, Capture>;
  hooks: readonly Hooks[];
}

/** One try at a render: a lease on a page, and the stages on it. */
export async function renderOnce(
  engine: Engine,
  request: RenderRequest,
  context: RenderContext,
): Promise<RenderResult> {
  const capture = engine.captures.get(request.kind);
  if (!capture) {
    throw new RenderError('unsupported', `${request.kind} is not available in this build.`);
  }
  const clock = createStageClock(engine.hooks, request, context);
  const lease = await clock.run('launch', () => acquire(engine.source, capture, request, context));
  // An end of its own, so that a crash ends this try and leaves the render's time to the next.
  const deadline = context.deadline.child();
  void lease.lost.then(({ what, reason }) => deadline.fail(lostError(what, reason)));
  try {
    for (const warning of lease.browser.warnings) context.warn(warning);
    const page = createPageHandle(lease, deadline);
    return await deadline.race(runStages(engine, capture, page, request, context, clock));
  } catch (error) {
    throw await lossBehind(lease, toRenderError(error, clock.current));
  } finally {
    deadline.dispose();
    lease.release();
  }
}

/** The pipe of a killed browser closes before its process is known to be gone: not every lost page crashed. */
async function lossBehind(lease: Lease, error: RenderError): Promise<RenderError> {
  if (error.code !== 'page_crashed') return error;
  const loss = await Promise.race([lease.lost, delay(lossBoundMs, undefined)]);
  return loss ? toRenderError(lostError(loss.what, loss.reason), error.stage ?? '') : error;
}

const lossBoundMs = 200;

/** A lease that comes after the render ended goes straight back. */
async function acquire(
  source: BrowserSource,
  { frameControl = false }: Capture,
  request: RenderRequest,
  context: RenderContext,
): Promise<Lease> {
  context.deadline.activity = 'waiting for a browser';
  const { gpu_rendering: gpu } = request;
  const pending = source.acquire({ gpu, signal: context.signal, frameControl });
  try {
    return await context.deadline.race(pending);
  } catch (error) {
    pending.then(
      (lease) => lease.release(),
      () => {},
    );
    throw error;
  }
}

async function runStages(
  engine: Engine,
  capture: Capture,
  page: PageHandle,
  request: RenderRequest,
  context: RenderContext,
  clock: StageClock,
): Promise<RenderResult> {
  const target = targetOf(request, context);
  const { network } = page.lease;
  const upstream = request.proxy ?? context.upstream;
  try {
    network.configure({
      ...(context.allow ? { allow: context.allow } : {}),
      ...(upstream === undefined ? {} : { upstream }),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RenderError('invalid_request', error.message, { cause: error });
  }
  if (target.site) network.serve(syntheticHost, target.site);
  dismissDialogs(page);
  const watch = watchDocument(page);
  const metadata = await prepareMetadata(page, request);

  const { sized } = await clock.run('emulate', async () => {
    page.deadline.activity = 'preparing the page';
    const [sizing] = await Promise.all([
      emulate(page, request),
      applyToFrames(page, [
        ...frameEmulation(page, request),
        ...interception(request, target.origin, page.lease.frameId),
      ]),
      setCookies(page, request, target),
      injectCssEarly(page, request.inject_css),
    ]);
    return sizing;
  });
  await inBlockStage(({ beforeNavigate }) => beforeNavigate);
  await clock.run('navigate', async () => {
    await Promise.all([navigate(page, request, target, watch), sized]);
  });
  let facts = await clock.run('settle', () => settle(page, request, watch));
  if (await inBlockStage(({ pageSettled }) => pageSettled)) {
    facts = await clock.run('settle', async () => {
      await watch.reached(request.wait_until);
      return settle(page, request, watch);
    });
  }
  refuseErrorPage(page, watch);
  facts = await clock.run('interact', () => interact(page, request, watch, facts, context));
  refuseErrorPage(page, watch);
  for (const hooks of engine.hooks) await page.deadline.race(pageReady(hooks));
  if (!facts.settled) {
    context.warn(
      request.kind === 'scrape'
        ? 'Some scripts or style sheets had not arrived when the page was read.'
        : 'Some fonts or pictures had not arrived when the picture was taken.',
    );
  }
  const finish = await clock.run('capture', async () => {
    for (const hooks of engine.hooks) {
      await hooks.beforeCapture?.(page, request, context);
    }
    return capture.capture(page, request, context);
  });
  const captured = await clock.run('encode', finish);
  const known = await metadata.collect(facts, captured, context);
  warnOfDenials(page, context);
  return {
    kind: request.kind,
    body: captured.body,
    mediaType: captured.mediaType,
    extension: captured.extension,
    url: withoutCredentials(facts.url),
    metadata: known,
    timings: clock.timings,
    warnings: [],
  };

  async function pageReady(hooks: Hooks): Promise<void> {
    await hooks.pageReady?.(page, request, context);
  }

  /** Whether a hook says that it changed the page. */
  async function inBlockStage(
    pick: (hooks: Hooks) => Hooks['beforeNavigate'] | Hooks['pageSettled'],
  ): Promise<boolean> {
    const chosen = engine.hooks.flatMap((hooks) => pick(hooks)?.bind(hooks) ?? []);
    if (chosen.length === 0) return false;
    return clock.run('block', async () => {
      page.deadline.activity = 'keeping out what block_annoyance names';
      let changed = false;
      for (const hook of chosen) {
        if ((await page.deadline.race((async () => hook(page, request, context))())) === true)
          changed = true;
      }
      return changed;
    });
  }
}

function warnOfDenials(page: PageHandle, context: RenderContext): void {
  const denied = page.lease.network.failures.filter(({ kind }) => kind === 'denied');
  const hosts = [...new Set(denied.map(({ host, port }) => `${host}:${port}`))];
  if (hosts.length === 0) return;
  const named = hosts.slice(0, 3).join(', ') + (hosts.length > 3 ? ', ...' : '');
  context.warn(
    `${denied.length} request${denied.length === 1 ? '' : 's'} of the page to addresses that are not public ${denied.length === 1 ? 'was' : 'were'} refused (${named}).`,
  );
}

interface StageClock {
  readonly timings: StageTiming[];
  readonly current: Stage;
  run<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
}

function createStageClock(
  hooks: readonly Hooks[],
  request: RenderRequest,
  context: RenderContext,
): StageClock {
  const begin = performance.now();
  const timings: StageTiming[] = [];
  let current: Stage = 'launch';
  return {
    timings,
    get current() {
      return current;
    },
    async run(stage, work) {
      current = stage;
      const start = performance.now();
      try {
        return await work();
      } catch (error) {
        throw toRenderError(error, stage);
      } finally {
        const timing = { stage, startMs: start - begin, durationMs: performance.now() - start };
        const before = timings.find((known) => known.stage === stage);
        if (before) before.durationMs += timing.durationMs;
        else timings.push(timing);
        for (const { stageEnd } of hooks) {
          try {
            stageEnd?.(timing, request, context);
          } catch (error) {
            // The stage is over, and what it holds is on its way to somebody who gives it back.
            context.warn(`A stageEnd hook failed: ${(error as Error).message}`);
          }
        }
      }
    },
  };
}

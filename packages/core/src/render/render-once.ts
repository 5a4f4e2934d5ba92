import { setTimeout as delay } from 'node:timers/promises';
import { fileOf, RenderError, resolveViewport, type RenderRequest } from '@tintype/contract';
import { acquirePage } from './acquire-page.ts';
import type { Lease } from '../browser-source.ts';
import { withoutCredentials } from '../page/chromium-errors.ts';
import { createPageHandle, type PageHandle, type RenderPage } from '../page/page-handle.ts';
import { prepareMetadata } from '../capture/metadata/metadata.ts';
import { watchMissingGlyphs } from '../capture/metadata/missing-glyphs.ts';
import { dismissDialogs } from '../load/emulate/dialogs.ts';
import { emulate, frameEmulation, metricsOverride } from '../load/emulate/emulate.ts';
import { followPage, type FollowOptions } from '../load/navigate/follow-page.ts';
import { applyToFrames } from '../page/frame-settings.ts';
import { hidingInFrames } from '../load/emulate/hide-selectors.ts';
import { answerWithHtml } from '../load/navigate/html-source.ts';
import { injectCssEarly } from '../load/interact/inject.ts';
import { interact } from '../load/interact/interact.ts';
import { interception } from '../load/emulate/intercept.ts';
import {
  lostError,
  navigate,
  refuseErrorPage,
  refuseStatus,
  setCookies,
  syntheticHost,
  targetOf,
  toRenderError,
  watchDocument,
} from '../load/navigate/navigate.ts';
import { createSettler, type DocumentFacts } from '../load/settle/settle.ts';
import { warnOfMissing } from '../load/settle/warn-of-missing.ts';
import { storageSettings } from '../load/emulate/storage-state.ts';
import type {
  Capture,
  Captured,
  Hooks,
  RenderContext,
  RenderResult,
  Stage,
  StageTiming,
} from '../types.ts';
import type { Engine } from './engine.ts';

/** One try at a render: a lease on a page, and the stages on it. */
export async function renderOnce(
  engine: Engine,
  request: RenderRequest,
  context: RenderContext,
): Promise<RenderResult> {
  // Whose requests these are, its name says.
  const capture = engine.captures.get(request.kind) as Capture | undefined;
  if (!capture) {
    throw new RenderError('unsupported', `${request.kind} is not available in this build.`);
  }
  const clock = createStageClock(engine.hooks, request, context);
  const needs = engine.kinds.get(request.kind).needs(request);
  const lease = await clock.run('launch', () => acquirePage(engine, needs, request, context));
  // An end of its own, so that a crash ends this try and leaves the render's time to the next.
  const deadline = context.deadline.child();
  void lease.lost.then(({ what, reason }) => deadline.fail(lostError(what, reason)));
  try {
    for (const warning of lease.browser.warnings) context.warn(warning);
    const page = createPageHandle(lease, deadline, needs);
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

async function runStages(
  engine: Engine,
  capture: Capture,
  page: RenderPage,
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
      ...(context.scope === undefined ? {} : { scope: context.scope }),
      ...(upstream === undefined ? {} : { upstream, isCallersProxy: upstream === request.proxy }),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RenderError('invalid_request', error.message, { cause: error });
  }
  if (target.site) network.serve(syntheticHost, target.site);
  else if (target.origin !== undefined) network.expect?.(new URL(target.url));
  dismissDialogs(page);
  const watch = watchDocument(page);
  const settler = createSettler(page, request, watch);
  const metadata = await prepareMetadata(page, request);

  const { sized } = await clock.run('emulate', async () => {
    page.deadline.activity = 'preparing the page';
    const [sizing] = await Promise.all([
      emulate(page, request),
      applyToFrames(page, [
        ...frameEmulation(page, request),
        ...interception(request, target.origin, page.lease.frameId),
        ...storageSettings(request),
        ...hidingInFrames(page, request),
      ]),
      setCookies(page, request, target),
      ...(target.html === undefined ? [] : [answerWithHtml(page, target.url, target.html)]),
      injectCssEarly(page, request.inject_css),
      settler.prepare(),
      capture.prepare?.(page, request, context),
    ]);
    return sizing;
  });
  await inBlockStage(({ beforeNavigate }) => beforeNavigate);
  await clock.run('navigate', async () => {
    await Promise.all([navigate(page, request, target, watch), sized]);
  });
  // Where a page leads to belongs to its video, and one that shows frames on command cannot be sized anew.
  const isFilmed = page.needs.frameControl;
  const follow: FollowOptions = {
    deadline: page.deadline,
    watch,
    again: isFilmed ? 0 : undefined,
    recover: () => recover(page, request),
  };
  const { facts, captured, known } = await followPage(follow, async ({ number, onDocument }) => {
    // What led here was done on the way: it is not done again.
    const { facts, loaderId } = await prepare(number === 0 ? request : withoutActions(request));
    const onPage = (work: (part: PageHandle) => Promise<() => Promise<Captured>>) =>
      isFilmed ? work(page) : onDocument(loaderId, (deadline) => work(page.under(deadline)));
    const warnOfGlyphs = watchMissingGlyphs(page, request, context);
    const finish = await clock.run('capture', () =>
      onPage(async (part) => {
        for (const hooks of engine.hooks) {
          await hooks.beforeCapture?.(part, request, context);
        }
        return capture.capture(part, request, context);
      }),
    );
    const captured = await clock.run('encode', finish);
    const known = await metadata.collect(facts, captured, context);
    await warnOfGlyphs();
    return { facts, captured, known };
  });
  warnOfDenials(page, context);
  return {
    kind: request.kind,
    body: captured.body,
    ...fileOf(engine.kinds.get(request.kind), request),
    url: withoutCredentials(facts.url),
    metadata: known,
    timings: clock.timings,
    warnings: [],
  };

  /** Brings the document that stands there now into the state that the request wants. */
  async function prepare(wanted: RenderRequest): Promise<Prepared> {
    // What the facts are of, so that a page that leaves between two steps is noticed.
    const known = (facts: DocumentFacts): Prepared => ({ facts, loaderId: watch.loaderId });
    const check = ({ facts }: Prepared) => {
      refuseErrorPage(page, watch);
      refuseStatus(request, facts.status);
    };
    let document = known(await clock.run('settle', () => settler.settle()));
    if (await inBlockStage(({ pageSettled }) => pageSettled)) {
      const settled = await clock.run('settle', async () => {
        await watch.reached(wanted.wait_until);
        return settler.settle();
      });
      document = known(settled);
    }
    check(document);
    const { facts: before } = document;
    const after = await clock.run('interact', () =>
      interact(page, wanted, watch, settler, before, context),
    );
    if (after !== before) document = known(after);
    const rested = await clock.run('settle', () => settler.comeToRest(after, context));
    if (rested !== after) document = known(rested);
    check(document);
    for (const hooks of engine.hooks) await page.deadline.race(pageReady(hooks));
    warnOfMissing(document.facts, page.needs, context);
    return document;
  }

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

/** The request as far as it holds for a page that went elsewhere by itself. */
function withoutActions(request: RenderRequest): RenderRequest {
  const { click_selector: _clicked, inject_js: _js, ...rest } = request;
  return { ...rest, delay: 0 } as RenderRequest;
}

/** A screenshot that was let go of leaves the page in the size that it was taken at, and a PDF may leave it without scripts. */
async function recover(page: PageHandle, request: RenderRequest): Promise<void> {
  const { session } = page;
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', metricsOverride(resolveViewport(request))),
    session.send('Emulation.setScriptExecutionDisabled', {
      value: !page.needs.scripts,
    }),
  ]);
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

/** A document that is ready to be captured. */
interface Prepared {
  facts: DocumentFacts;
  loaderId: string | undefined;
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

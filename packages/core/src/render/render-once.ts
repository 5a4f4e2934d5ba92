import { RenderError, type RenderRequest } from '@tintype/contract';
import { capturePage } from './capture-page.ts';
import { inspectBeforeDeadline } from '../load/navigate/inspect-before-deadline.ts';
import { refuseDeepNesting } from '../load/navigate/refuse-deep-nesting.ts';
import { loadPage } from '../load/load-page.ts';
import type { Capture, RenderContext, RenderResult } from '../types.ts';
import type { Engine } from './acquire-page.ts';
import { leasePage } from './lease-page.ts';
import { callPageFailed } from './call-page-failed.ts';
import { tabKey } from './tab-key.ts';
import { createStageClock } from '../page/page-work.ts';
import type { SessionUse } from '../session/session-use.ts';

/** Runs one attempt at a render. `before` is the error of the previous attempt. */
export async function renderOnce(
  engine: Engine,
  request: RenderRequest,
  context: RenderContext,
  { before, session }: { before?: RenderError | undefined; session?: SessionUse } = {},
): Promise<RenderResult> {
  const hooks = session ? [session.hook, ...engine.hooks] : engine.hooks;
  const capture = captureOf(engine, request);
  const clock = createStageClock(hooks, request, context);
  const needs = engine.kinds.get(request.kind).needs(request);
  const tab = before ? undefined : tabKey(request, needs, context);
  const leased = await leasePage(engine, needs, request, context, clock, tab);
  const { page } = leased;
  const work = { page, request, context, clock, hooks, ...(session && { session }) };
  let isReusable = false;
  let noted: Promise<void> | undefined;
  const stopLooking = inspectBeforeDeadline(page, () => clock.current === 'encode');
  try {
    const result = await leased.run(clock, async () => {
      if (before?.code === 'page_crashed') await refuseDeepNesting(page);
      const loaded = await loadPage(work, {
        alongside: () => capture.prepare?.(page, request, context),
        ...(capture.pageOfPdf && { pageOfPdf: capture.pageOfPdf }),
      });
      const finish = await capturePage(engine, capture, work, loaded);
      noted = session?.note(page, context);
      return finish();
    });
    await noted;
    isReusable = true;
    return result;
  } catch (error) {
    stopLooking();
    await callPageFailed(work, error);
    throw error;
  } finally {
    stopLooking();
    leased.release(isReusable);
  }
}

/** @throws {RenderError} `unsupported` */
export function captureOf({ captures }: Engine, { kind }: RenderRequest): Capture {
  // Whose requests these are, its name says.
  const capture = captures.get(kind);
  if (capture) return capture;
  throw new RenderError('unsupported', `${kind} is not available in this build.`);
}

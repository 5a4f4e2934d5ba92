import { fileOf, resolveViewport, type RenderRequest } from '@tintype/contract';
import type { LoadedPage } from '../load/load-page.ts';
import { followPage, type Look } from '../load/navigate/follow-page.ts';
import { reachState, type KnownDocument, type ReachedState } from '../load/reach-state.ts';
import type { SettledDocument } from '../load/settle/in-page/settle-page.ts';
import { createSettler, type Settler } from '../load/settle/settle.ts';
import type { Receipt, Metadata } from '@tintype/contract/headers';
import type { Engine } from './acquire-page.ts';
import { refuseVerdicts } from '../receipt/refuse-verdicts.ts';
import { watchPage } from '../receipt/watch-page.ts';
import { noteReceipt } from '../receipt/write-receipt.ts';
import type { Capture, Captured, RenderResult, RenderContext } from '../types.ts';
import { exposePage } from './expose-page.ts';
import type { markElements as MarkElements } from '../capture/marks/marks.ts';
import { readMetadata } from '../capture/metadata/metadata.ts';
import type { PageWork } from '../page/page-work.ts';
import { withoutCredentials } from '../traffic/shown-url.ts';
import { metricsOverride } from '../page/metrics-override.ts';
import type { PageHandle } from '../page/page-handle.ts';

/**
 * Captures a loaded page, and returns a function that makes the result without the page. If the
 * page navigates meanwhile, the new document is captured.
 * @param reached - State of the page, if it was reached before; `left` if it was, and the page
 *   navigated since.
 */
export async function capturePage(
  { kinds }: Pick<Engine, 'kinds'>,
  capture: Capture,
  work: PageWork,
  loaded: LoadedPage,
  reached?: ReachedState | 'left',
): Promise<() => Promise<RenderResult>> {
  const { page, request, clock, context } = work;
  const settler = createSettler(page, request, loaded);
  const { settled, finish, metadataOf, receiptOf } = await followPage(
    {
      deadline: page.deadline,
      watch: loaded.watch,
      // A navigation is part of a video, whose page cannot be resized.
      again: page.needs.frameControl ? 0 : undefined,
      recover: () => recover(page, request),
    },
    async (look) => {
      const isFirst = look.number === 0;
      const state =
        isFirst && typeof reached === 'object'
          ? reached
          : await reachState(
              work,
              loaded,
              settler,
              isFirst && reached === undefined ? 'first' : 'again',
            );
      const delayS = isFirst ? request.delay : 0;
      const document = await exposePage(work, loaded, settler, state, delayS);
      return takeDocument(capture, work, loaded, document, look, settler);
    },
  );
  warnOfDenials(page, context);
  return async () => {
    const captured = await clock.run('encode', finish);
    const receipt = await receiptOf(captured);
    refuseVerdicts(request, receipt);
    return {
      kind: request.kind,
      body: captured.body,
      ...fileOf(kinds.get(request.kind), request),
      url: withoutCredentials(settled.url),
      metadata: metadataOf(captured),
      receipt,
      timings: clock.timings,
      warnings: [],
    };
  };
}

interface TakenDocument {
  settled: SettledDocument;
  finish(): Promise<Captured>;
  metadataOf(captured: Captured): Metadata;
  receiptOf(captured: Captured): Promise<Receipt>;
}

async function takeDocument(
  capture: Capture,
  work: PageWork,
  loaded: LoadedPage,
  { settled, loaderId }: KnownDocument,
  { onDocument }: Look,
  { observed }: Settler,
): Promise<TakenDocument> {
  const { page, request, context, clock, hooks } = work;
  const take = async (part: PageHandle) => {
    for (const each of hooks) await each.beforeCapture?.(part, request, context);
    const check = marks(request) ? await markElements(page, request, context) : undefined;
    const finish = await capture.capture(part, request, context);
    await check?.();
    return finish;
  };
  const looked = watchPage(page, request, loaded.eventName);
  const finish = await clock.run('capture', () =>
    page.needs.frameControl
      ? take(page)
      : onDocument(loaderId, (deadline) => take(page.under(deadline))),
  );
  const [metadataOf, signals] = await Promise.all([
    readMetadata(work, loaded.headers, settled),
    looked(),
  ]);
  const receiptOf = noteReceipt(work, loaded, { settled, signals, ...observed });
  return { settled, finish, metadataOf, receiptOf };
}

/** Restores the page: an abandoned image may leave another size, a PDF no scripts. */
async function recover(page: PageHandle, request: RenderRequest): Promise<void> {
  const { session } = page;
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', metricsOverride(resolveViewport(request))),
    session.send('Emulation.setScriptExecutionDisabled', { value: !page.needs.scripts }),
  ]);
}

/** Warns about addresses that the page was not allowed to reach. */
function warnOfDenials(page: PageHandle, context: RenderContext): void {
  const denied = page.lease.network.failures.filter(({ kind }) => kind === 'denied');
  const hosts = [...new Set(denied.map(({ host, port }) => `${host}:${port}`))];
  if (hosts.length === 0) return;
  const named = hosts.slice(0, 3).join(', ') + (hosts.length > 3 ? ', ...' : '');
  context.warn(
    `${denied.length} request${denied.length === 1 ? '' : 's'} of the page to addresses that are not public ${denied.length === 1 ? 'was' : 'were'} refused (${named}).`,
  );
}

/** Returns whether a request marks elements. */
function marks(request: RenderRequest): boolean {
  return ['mask_selectors', 'blur_selectors', 'highlight_selectors'].some(
    (name) => name in request,
  );
}

/** See `marks.ts`, which is loaded on use: few requests mark elements. */
async function markElements(
  ...args: Parameters<typeof MarkElements>
): Promise<() => Promise<void>> {
  const marking = await import('../capture/marks/marks.ts');
  return marking.markElements(...args);
}

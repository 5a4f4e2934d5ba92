import { RenderError, type RenderRequest } from '@tintype/contract';
import type { Receipt } from '@tintype/contract/headers';
import type { PageHandle } from '../page/page-handle.ts';
import type { Plugin, RenderContext, RenderResult } from '../types.ts';
import type { CdpLog } from './cdp-log.ts';
import { createConsoleLog } from './console-log.ts';
import { startFilmstrip } from './filmstrip.ts';
import { createHarLog } from './har-log.ts';
import { shownUrl } from '../traffic/shown-url.ts';
import { takeSnapshot } from './take-snapshot.ts';
import type { TraceEnd, TraceState } from './trace-state.ts';

/** Maximum size of the snapshot; a larger page is omitted. */
const maxBytes = 32 * 1_048_576;
const snapshotMs = 5000;

/** Creates the plugin that records traces: see `RenderOptions.trace`. */
export function createTrace(): Plugin<TraceState> {
  return {
    name: 'trace',
    createState: () => ({ startedMs: performance.now(), stages: [] }),
    async middleware(request, context, next) {
      if (!context.trace) return next(request, context);
      const result = await tracingFailure(request, context, next(request, context));
      if (context.trace !== true) return result;
      const trace = await pack(context, endOf(request, { result }));
      return { ...result, ...(trace && { trace }) };
    },
    async opening(request, context, next) {
      await (context.trace ? tracingFailure(request, context, next()) : next());
    },
    hooks: {
      async beforeNavigate(page, _request, context) {
        if (context.trace === 'brief') startBrief(page, context.state);
        else if (context.trace) await start(page, context.state);
      },
      async beforeCapture(page, _request, context) {
        if (context.trace && context.trace !== 'brief') await end(page, context.state);
      },
      async pageFailed(page, _request, context) {
        if (context.trace !== 'brief') return;
        const { recordFailure } = await import('./record-failure.ts');
        await recordFailure(page, context.state);
      },
      stageEnd(timing, _request, { trace, state }) {
        if (trace) state.stages.push({ ...timing });
      },
    },
  };
}

/** Settles as `work` does; an error gets its trace. */
async function tracingFailure<T>(
  request: RenderRequest,
  context: RenderContext<TraceState>,
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (thrown: unknown) => {
    const error = RenderError.from(thrown, context.signal);
    // A render that never had a page has nothing to record.
    const isNothing = context.trace === 'brief' && !context.state.isBrief;
    const trace = isNothing ? undefined : await pack(context, endOf(request, { error }));
    throw trace ? error.traced(trace) : error;
  });
}

function startBrief({ lease }: PageHandle, state: TraceState): void {
  const { log } = lease as { log?: CdpLog };
  if (log) state.log = log;
  state.isBrief = true;
}

async function start(page: PageHandle, state: TraceState): Promise<void> {
  const { session, lease } = page;
  const { startedMs } = state;
  const log = (lease as { log?: CdpLog }).log;
  state.har = createHarLog(session);
  state.console = createConsoleLog(session, startedMs);
  if (log) state.log = log;
  await Promise.all([
    session.send('Network.enable', {}),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
    // With frame control, no frames are shown meanwhile.
    page.needs.frameControl
      ? undefined
      : startFilmstrip(page, startedMs).then((film) => void (state.film = film)),
  ]);
}

async function end(page: PageHandle, state: TraceState): Promise<void> {
  await state.film?.stop?.();
  if (page.needs.frameControl) return;
  const late = page.deadline.sleep(snapshotMs).then(() => undefined);
  const saved = takeSnapshot(page, maxBytes).catch(() => undefined);
  const mhtml = await Promise.race([saved, late]);
  if (mhtml) state.mhtml = mhtml;
}

/** Writes the trace. If that fails, the render has a warning instead. */
async function pack(
  context: RenderContext<TraceState>,
  end: TraceEnd,
): Promise<Uint8Array | undefined> {
  try {
    const { packTrace } = await import('./pack-trace.ts');
    return await packTrace(context.state, end, context.id);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.warn(`The trace could not be written: ${why.slice(0, 200)}.`);
    return undefined;
  }
}

/** Returns the receipt with shown URLs: pages choose those that it contains. */
function shownReceipt({ redirects, images, ...receipt }: Receipt): Receipt {
  return {
    ...receipt,
    ...(redirects && { redirects: redirects.map(shownUrl) }),
    ...(images && {
      images: { ...images, ...(images.first && { first: images.first.map(shownUrl) }) },
    }),
  };
}

function endOf(
  { kind, url }: RenderRequest,
  { result, error }: { result?: RenderResult; error?: RenderError },
): TraceEnd {
  return {
    kind,
    ...(url === undefined ? {} : { url: shownUrl(url) }),
    ...(result && {
      result: {
        url: shownUrl(result.url),
        mediaType: result.mediaType,
        bytes: result.body.byteLength,
        receipt: shownReceipt(result.receipt),
        warnings: result.warnings,
      },
    }),
    ...(error && {
      error: {
        code: error.code,
        message: error.message,
        ...(error.stage === undefined ? {} : { stage: error.stage }),
        ...(error.receipt && { receipt: shownReceipt(error.receipt) }),
      },
    }),
  };
}

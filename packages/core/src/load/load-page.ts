import { RenderError } from '@tintype/contract';
import { type Site, syntheticHost } from '../browser-source.ts';
import type { Capture, PdfFile } from '../types.ts';
import { watchRedirects, watchHeaders } from './navigate/watch-redirects.ts';
import { applyToFrames, type FrameSetting } from '../page/frame-settings.ts';
import { blockPage } from './block-page.ts';
import { dismissDialogs } from './emulate/dialogs.ts';
import { emulate, frameEmulation } from './emulate/emulate.ts';
import { hidingInFrames } from './emulate/hide-selectors.ts';
import { interception } from './emulate/intercept.ts';
import {
  restoreCookies,
  restoreDatabases,
  stateOf,
  storageSettings,
} from './emulate/storage-state.ts';
import { injectCssEarly } from './interact/inject.ts';
import { answerWithHtml } from './navigate/html-source.ts';
import {
  navigate,
  setCookies,
  targetOf,
  watchDocument,
  type DocumentWatch,
  type Target,
} from './navigate/navigate.ts';
import type { Freezing } from './freeze/freeze.ts';
import type { DoneStep } from '@tintype/contract/headers';
import { countInFrame } from './settle/script-requests.ts';
import type { StepProgress } from './steps/step-run.ts';
import { prepareSettling, type SeenPage } from './settle/settle.ts';
import type { PageWork } from '../page/page-work.ts';

/** A page that has reached the states of `wait_until`, and its watchers. */
export interface LoadedPage {
  readonly watch: DocumentWatch;
  /** Response headers of the document, if the request requires them. */
  headers(): Readonly<Record<string, string>>;
  /** URLs that redirected to the document. */
  redirects(): string[];
  /** Resets all counters: another document replaces the one before. */
  restart(): void;
  /** See `countScriptRequests`. */
  readonly eventName: string;
  readonly seen: SeenPage;
  /** Present if the request is deterministic. */
  readonly freezing?: Freezing;
  /** Steps of the request that were done. */
  readonly steps: DoneStep[];
  readonly progress: StepProgress;
  /** The site at the synthetic host. A new one responds on open connections too. */
  readonly served: { site: Site | undefined };
}

export interface LoadOptions {
  /** Work to start while the page is prepared. */
  alongside?: () => Promise<void> | undefined;
  /** Further settings of the page and its frames, each applied before they load anything. */
  further?: readonly FrameSetting[];
  pageOfPdf?: Capture['pageOfPdf'];
}

/** Navigates a blank page to the target of a request: emulate, block, navigate. */
export async function loadPage(
  work: PageWork,
  { alongside, further = [], pageOfPdf }: LoadOptions = {},
): Promise<LoadedPage> {
  const { page, request, context, clock } = work;
  const target = targetOf(request, context);
  const state = stateOf(request);
  const served = openNetwork(work, target);
  const forgetDialogs = dismissDialogs(page);
  const watch = watchDocument(page);
  const redirects = watchRedirects(page, target.url);
  const headers = await watchHeaders(page, request);
  const freezing = request.deterministic
    ? (await import('./freeze/freeze.ts')).createFreezing(request)
    : undefined;
  const { sized, eventName } = await clock.run('emulate', async () => {
    page.deadline.activity = 'preparing the page';
    const eventName = await prepareSettling(page);
    // Loaded on use: few requests have steps.
    const pastes =
      request.steps === undefined ? [] : (await import('./steps/ignore-pastes.ts')).pasteSettings();
    const isCounting = eventName !== '' && page.needs.medium !== 'text';
    const [sizing] = await Promise.all([
      emulate(page, request),
      applyToFrames(
        page,
        [
          ...frameEmulation(page, request),
          ...interception(request, target.origin, page.lease.frameId),
          ...storageSettings(state),
          ...hidingInFrames(page, request),
          ...pastes,
          ...(freezing ? [freezing.setting] : []),
          ...(page.traffic ? [page.traffic.watch] : []),
          ...further,
        ],
        isCounting ? (session) => countInFrame(session, eventName) : undefined,
      ),
      state && restoreDatabases(page, state, work),
      (async () => {
        if (state) await restoreCookies(page, state, work.session);
        await setCookies(page, request, target);
      })(),
      ...(target.html === undefined ? [] : [answerWithHtml(page, target.url, target.html)]),
      injectCssEarly(page, request.inject_css),
      // A plugin may throw instead of rejecting, and must not leave the other promises unhandled.
      (async () => alongside?.())(),
    ]);
    return { ...sizing, eventName };
  });
  await blockPage(work, 'beforeNavigate');
  await clock.run('navigate', async () => {
    const pdf = pageOfPdf && ((file: PdfFile) => pageOfPdf(file, page, context));
    await Promise.all([navigate(page, request, target, watch, pdf), sized]);
  });
  const steps: DoneStep[] = [];
  const progress: StepProgress = { next: 0 };
  const restart = () => {
    steps.length = 0;
    Object.assign(progress, { next: 0, paused: undefined, isOver: false });
    forgetDialogs();
    redirects.restart();
    page.lease.network.restart?.();
    page.traffic?.restart();
  };
  const { addresses } = redirects;
  work.session?.loaded({ eventName, steps });
  return {
    watch,
    served,
    headers,
    redirects: addresses,
    eventName,
    seen: {},
    ...(freezing && { freezing }),
    steps,
    progress,
    restart,
  };
}

/** Sets the addresses that the page may reach, and the synthetic ones. */
function openNetwork({ page, request, context }: PageWork, target: Target): LoadedPage['served'] {
  const { network } = page.lease;
  const { allow, scope } = context;
  const upstream = request.proxy ?? context.upstream;
  try {
    network.configure({
      ...(allow ? { allow } : {}),
      ...(scope === undefined ? {} : { scope }),
      ...(upstream === undefined ? {} : { upstream, isCallersProxy: upstream === request.proxy }),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RenderError('invalid_request', error.message, { cause: error });
  }
  const served = { site: target.site };
  if (target.site)
    network.serve(syntheticHost, (siteRequest) => (served.site as Site)(siteRequest));
  else if (target.origin !== undefined) network.expect?.(new URL(target.url));
  return served;
}

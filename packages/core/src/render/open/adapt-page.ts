import { resolveViewport, type RenderRequest, type PageNeeds } from '@tintype/contract';
import type { CdpSession } from '../../browser-source.ts';
import { mediaFeatures, mediaType } from '../../load/emulate/emulate.ts';
import { isContextGone } from '../../page/chromium-errors.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { RenderPage } from '../../page/page-handle.ts';
import { pageCode } from '../../page/page-code.ts';
import { metricsOverride } from '../../page/metrics-override.ts';
import type { LoadedPage } from '../../load/load-page.ts';
import type { ReachedState } from '../../load/reach-state.ts';
import type { Engine } from '../acquire-page.ts';
import type { SessionUse } from '../../session/session-use.ts';
import type { LeasedPage } from '../lease-page.ts';

/** Adapts an open page to a capture; returns a function that restores it, or rejects. */
export async function adaptPage(
  page: RenderPage,
  opened: OpenedParts,
  request: RenderRequest,
): Promise<() => Promise<void>> {
  const { session, needs } = page;
  const { watch } = opened.loaded;
  const isPaper = needs.medium === 'paper';
  const features = mediaFeatures(opened.request);
  const { loaderId } = watch;
  const position = await callInPage(page, pageCode.beginChanges);
  const setMedia = (media: string) => {
    const tell = (each: CdpSession) => each.send('Emulation.setEmulatedMedia', { media, features });
    // A frame that was removed meanwhile is in no file.
    for (const frame of opened.frames) tell(frame).catch(() => {});
    return tell(session);
  };
  const setBackground = (color?: { r: number; g: number; b: number; a: number }) =>
    session.send('Emulation.setDefaultBackgroundColorOverride', color ? { color } : {});
  const setSize = (tallerBy = 0) => {
    const viewport = resolveViewport(opened.request);
    const size = { ...viewport, height: viewport.height + tallerBy };
    return session.send('Emulation.setDeviceMetricsOverride', metricsOverride(size));
  };
  page.takeUnchanged();
  await Promise.all([
    ...(opened.wasHandled() ? [setSize()] : []),
    ...(isPaper ? [setMedia(mediaType(needs, request))] : []),
    ...(needs.transparent ? [setBackground({ r: 0, g: 0, b: 0, a: 0 })] : []),
  ]);
  const isUnchanged = async () =>
    page.takeUnchanged() &&
    !isPaper &&
    !needs.transparent &&
    watch.loaderId === loaderId &&
    (await ifThere(callInPage(page, pageCode.isUnchanged, position)));
  return async () => {
    // An image of the window, or a text, usually leaves no changes.
    if (await isUnchanged()) return;
    // Scripts could react to the restoration.
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    const failed = await ifThere(callInPage(page, pageCode.undoChanges));
    await Promise.all([
      // Lengths relative to the window stay the paper's until its size changes.
      ...(isPaper ? [setSize(1)] : []),
      setSize(),
      ...(isPaper ? [setMedia(mediaType(opened.needs, opened.request))] : []),
      ...(needs.transparent ? [setBackground()] : []),
    ]);
    // Restores frames, after the window has its size again.
    await page.undo();
    if (watch.loaderId === loaderId) {
      await ifThere(callInPage(page, pageCode.scrollBack, position));
    }
    await session.send('Emulation.setScriptExecutionDisabled', { value: !opened.needs.scripts });
    if (failed) throw new Error(`${failed} changes of the page could not be undone`);
  };
}

/** Ignores a document that is gone: its changes are gone with it. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (!isContextGone(error)) throw error;
    return undefined;
  });
}

export interface OpenedParts {
  engine: Engine;
  leased: LeasedPage;
  request: RenderRequest;
  needs: PageNeeds;
  loaded: LoadedPage;
  reached: ReachedState;
  /** Until then (`performance.now()`) the reached state is fresh; 0 once a caller uses the page. */
  freshUntilMs: number;
  /** The sessions of frames and workers with a process of their own. */
  frames: ReadonlySet<CdpSession>;
  session?: SessionUse;
  /** Returns true if a caller has used the page directly. */
  wasHandled(): boolean;
}

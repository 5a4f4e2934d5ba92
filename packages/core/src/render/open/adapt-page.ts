import { resolveViewport, type PageNeeds, type RenderRequest } from '@tintype/contract';
import { metricsOverride, mediaFeatures, mediaType } from '../../load/emulate/emulate.ts';
import { isContextGone } from '../../page/chromium-errors.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { pageCode } from '../../page-code.ts';

/** An open page as its request left it: what each capture begins with. */
export interface PageState {
  request: RenderRequest;
  needs: PageNeeds;
}

/**
 * Makes an open page what one capture needs that others do not: its background, and its medium.
 * @returns what brings the page back to the state that it was opened in
 */
export async function adaptPage(
  page: PageHandle,
  opened: PageState,
  request: RenderRequest,
): Promise<() => Promise<void>> {
  const { session, needs } = page;
  const isPaper = needs.medium === 'paper';
  const features = mediaFeatures(opened.request);
  const position = await callInPage(page, pageCode.scrollPosition);
  const setMedia = (media: string) =>
    session.send('Emulation.setEmulatedMedia', { media, features });
  const setBackground = (color?: { r: number; g: number; b: number; a: number }) =>
    session.send('Emulation.setDefaultBackgroundColorOverride', color ? { color } : {});
  await Promise.all([
    ...(isPaper ? [setMedia(mediaType(needs, request))] : []),
    ...(needs.transparent ? [setBackground({ r: 0, g: 0, b: 0, a: 0 })] : []),
  ]);
  return async () => {
    await Promise.all([
      ...(isPaper ? [setMedia(mediaType(opened.needs, opened.request))] : []),
      ...(needs.transparent ? [setBackground()] : []),
      session.send('Emulation.setScriptExecutionDisabled', { value: !opened.needs.scripts }),
    ]);
    await withoutGone(callInPage(page, pageCode.undoChanges));
    const metrics = metricsOverride(resolveViewport(opened.request));
    await session.send('Emulation.setDeviceMetricsOverride', metrics);
    await withoutGone(callInPage(page, pageCode.scrollBack, position));
  };
}

/** A document that is gone has taken along what was done to it. */
async function withoutGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isContextGone(error)) throw error;
  });
}

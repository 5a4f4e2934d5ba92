import { callInPage, callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';
import { withSelectorErrors } from '../../page/selectors.ts';

export function hiddenSelectors(
  { needs }: PageHandle,
  { hide_selectors: selectors = [] }: RenderRequest,
): readonly string[] {
  return needs.hide ? selectors : [];
}

/** Removes elements from the document and its open shadow roots, also those added later. */
export async function hideSelectors(page: PageHandle, selectors: readonly string[]): Promise<void> {
  if (selectors.length === 0) return;
  await withSelectorErrors('hide_selectors', () => callInPage(page, pageCode.deepHide, selectors));
}

/** Removes elements in each frame as soon as it has a document, also without scripts. */
export function hidingInFrames(page: PageHandle, request: RenderRequest): FrameSetting[] {
  const selectors = hiddenSelectors(page, request);
  if (selectors.length === 0) return [];
  const expression = callOf(pageCode.deepHideOnce, selectors);
  return [
    async (session) => {
      const hide = (frameId: string) => {
        if (frameId === page.lease.frameId) return;
        // A frame that was removed meanwhile shows nothing.
        void session
          .send('Page.createIsolatedWorld', { frameId, worldName: 'tintype' })
          .then(({ executionContextId: contextId }) =>
            session.send('Runtime.evaluate', { expression, contextId }),
          )
          .catch(() => {});
      };
      session.on('Page.frameAttached', ({ frameId }) => hide(frameId));
      session.on('Page.frameNavigated', ({ frame }) => hide(frame.id));
      session.on('Page.documentOpened', ({ frame }) => hide(frame.id));
      await session.send('Page.enable');
    },
  ];
}

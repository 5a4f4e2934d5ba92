import type { FrameSetting } from '../../page/frame-settings.ts';
import { callOf } from '../../page/create-page-code.ts';
import { pageCode } from './page-code.ts';

/**
 * Settings that block pasting in renders with steps: it would insert what a page of another render
 * has copied, as all pages of a browser share one clipboard. Documents without scripts do not run it;
 * `pressKey` sends no keys that paste.
 */
export function pasteSettings(): FrameSetting[] {
  return [
    async (session) => {
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: callOf(pageCode.ignorePastes),
        worldName: 'tintype',
      });
    },
  ];
}

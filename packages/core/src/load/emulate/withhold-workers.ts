import { callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';

/** Keeps service workers and shared workers from being started in the page and its frames. */
export const withholdWorkers: FrameSetting = async (session) => {
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.refuseWorkers),
  });
};

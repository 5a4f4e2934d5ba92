import type { FrameSetting } from '../../page/frame-settings.ts';

/**
 * Workers that belong to no page: the browser starts them, asks for their scripts and lets them ask for more, and no session of the page
 * hears of it. What a request says of a page's requests cannot hold for theirs, so they are not to be had, as in private windows of some
 * browsers and on phones. A page that is seen for the first time does without them.
 */
const refuseWorkers = `(() => {
  delete globalThis.SharedWorker;
  const container = globalThis.ServiceWorkerContainer?.prototype;
  if (!container) return;
  const { register } = container;
  container.register = new Proxy(register, {
    apply: async () => {
      throw new DOMException('Failed to register a ServiceWorker: the user denied permission to use Service Worker.', 'NotSupportedError');
    },
  });
})()`;

/** Keeps service workers and shared workers from being started in the page and its frames. */
export const withholdWorkers: FrameSetting = async (session) => {
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: refuseWorkers });
};

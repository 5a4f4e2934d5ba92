import { requireInstalled } from '@tintype/core/installed';
import type { Page, Target } from 'puppeteer-core';
import type { ChromeBrowser } from './browser-and-page.ts';

/** puppeteer's view of a page that is ours, and how to end it. */
export interface PuppeteerView {
  page: Page;
  close(): Promise<void>;
}

/**
 * Connects puppeteer, as a second client, to a page that a render has.
 * puppeteer is loaded here, on first use: that takes some 180 ms, and slows the page a little.
 */
export async function openPuppeteerView(
  { session, router }: Pick<ChromeBrowser, 'session' | 'router'>,
  { browserContextId, targetId }: { browserContextId: string; targetId: string },
): Promise<PuppeteerView> {
  const { default: puppeteer } = requireInstalled<typeof import('puppeteer-core')>(
    'puppeteer-core',
    { name: '@tintype/chrome', url: import.meta.url },
  );
  const { sessionId } = await session.send('Target.attachToBrowserTarget');
  const isOurs = (target: Target) => target.browserContext().id === browserContextId;
  const browser = await puppeteer.connect({
    transport: router.guest(sessionId, targetId),
    defaultViewport: null,
    targetFilter: (target) => target.type() === 'browser' || isOurs(target),
  });
  const close = async () => {
    await session.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    await browser.disconnect();
  };
  const target = browser.targets().find((known) => known.type() === 'page' && isOurs(known));
  const page = await target?.page();
  if (page) return { page, close };
  await close();
  throw new Error('the page is gone');
}

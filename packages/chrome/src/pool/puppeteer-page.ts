import { requireInstalled } from '@tintype/core/process';
import type { Page, Target } from 'puppeteer-core';
import type { Guest, GuestPage } from '../protocol/guest-transports.ts';
import type { ChromeBrowser } from './browser-and-page.ts';

/** puppeteer's view of a page that is ours, and how to end it. */
export interface PuppeteerView {
  page: Page;
  guest: Guest;
  /** Closes what puppeteer created, and disconnects it. */
  close(): Promise<void>;
}

/** Connects puppeteer to a page as a second client. Loading it takes some 180 ms. */
export async function openPuppeteerView(
  { session, router }: Pick<ChromeBrowser, 'session' | 'router'>,
  ours: GuestPage,
): Promise<PuppeteerView> {
  const { default: puppeteer } = requireInstalled<typeof import('puppeteer-core')>(
    'puppeteer-core',
    { name: '@tintype/chrome', url: import.meta.url },
  );
  const { sessionId } = await session.send('Target.attachToBrowserTarget');
  const guest = router.guest(sessionId, ours);
  const isOurs = (target: Target) => {
    const { id } = target.browserContext();
    return id === ours.browserContextId || (id !== undefined && guest.contexts.has(id));
  };
  const browser = await puppeteer.connect({
    transport: guest.transport,
    defaultViewport: null,
    targetFilter: (target) => target.type() === 'browser' || isOurs(target),
  });
  const close = async () => {
    const disposed = [...guest.contexts].map((browserContextId) =>
      session.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {}),
    );
    await Promise.all(disposed);
    await session.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    await browser.disconnect();
  };
  const target = browser.targets().find((known) => known.type() === 'page' && isOurs(known));
  const page = await target?.page();
  if (page) return { page, guest, close };
  await close();
  throw new Error('the page is gone');
}

import { ownOf } from '../../../page/in-page/own-nodes.ts';
import { documentElementAs } from '../../../page/in-page/find-scroller.ts';
import { styleBefore } from '../../../page/in-page/undo.ts';
import { iconUrl } from './icon.ts';
import { endAnimations, hasAnimations } from './animations.ts';
import { foreignFrames } from './foreign-frames.ts';
import { awaitParts, hasScripts, settlingOf, type Awaited } from './await-parts.ts';
import { isBlank } from '../../../page/in-page/blank.ts';
import { type Settling } from './missing.ts';
import { isQuiet, nextFrame } from '../../../page/in-page/page-waits.ts';
import { restoreScrolled } from '../../../page/in-page/reveal.ts';
import type { SettleOptions } from './settle-options.ts';

export interface SettledDocument extends Awaited {
  url: string;
  title: string;
  /** Absolute URL of the page's icon, or an empty string. */
  icon: string;
  /** HTTP status of the navigation; 0 when the browser does not know. */
  status: number;
  /** True if scripts may react to scrolling. */
  isTall: boolean;
  height: number;
  /** True if it has scripts and shows nothing at all. */
  isEmpty: boolean;
  /** True if visible frames of other origins were not awaited. */
  hasForeignFrames: boolean;
  /** True if it has animations that were left running. */
  isAnimated: boolean;
}

/** Waits until everything in the result has loaded. Runs in an isolated world. */
export async function settlePage(options: SettleOptions): Promise<SettledDocument> {
  let awaited: Awaited = { missing: [], skippedLoad: false, busy: false };
  if (options.medium !== 'bare') {
    const settling = settlingOf(options.eventName);
    awaited = await awaitParts(settling, options);
    if (options.medium === 'paper') await bringNear(settling);
    restoreScrolled();
    let hasEnded = false;
    for (let round = 0; round < 10; round += 1) {
      // The end of one animation may start another.
      if (!endAnimations(options.animations, options.whole)) break;
      hasEnded = true;
      await nextFrame();
    }
    // It may have been busy with these animations only.
    if (hasEnded) awaited.busy &&= !(await isQuiet(options.eventName));
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const url = location.href;
  const title = ownOf(document, 'title').slice(0, options.titleLength);
  const { scrollHeight: height = 0 } =
    documentElementAs('scrollingElement') ?? documentElementAs('documentElement') ?? {};
  const isTall = hasScripts() && height > innerHeight + 1;
  const icon = iconUrl(options.iconLength);
  const isEmpty = options.medium !== 'bare' && isBlank();
  const isAnimated = options.medium !== 'bare' && options.animations === 'allow' && hasAnimations();
  const hasForeignFrames =
    (options.medium === 'screen' || options.medium === 'paper') &&
    foreignFrames(options.whole).length > 0;
  const status = entry?.responseStatus ?? 0;
  return {
    url,
    title,
    icon,
    status,
    isTall,
    height,
    isEmpty,
    hasForeignFrames,
    isAnimated,
    ...awaited,
  };
}

/** Chromium delays a print by 2 s if a lazy image has loaded far from the window. */
export async function bringNear({ lazy }: Settling): Promise<void> {
  const near = {
    position: 'fixed',
    top: '0',
    left: '0',
    width: '1px',
    height: '1px',
    opacity: '0',
  };
  const images = [...lazy].filter(({ localName }) => localName === 'img') as HTMLElement[];
  lazy.clear();
  if (images.length === 0) return;
  const undo = images.map(styleBefore);
  for (const { style } of images) {
    for (const [name, value] of Object.entries(near)) style.setProperty(name, value, 'important');
  }
  await nextFrame();
  await nextFrame();
  for (const back of undo) back();
}

export function currentUrl(): string {
  return location.href;
}

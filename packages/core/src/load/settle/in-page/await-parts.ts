import { ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';
import { onUndo } from '../../../page/in-page/undo.ts';
import {
  awaitsHiddenStyleImage,
  findMissing,
  findStyleImages,
  type MissingPart,
  type PartName,
  type Settling,
} from './missing.ts';
import {
  isQuiet,
  nextChange,
  nextFrame,
  scriptsWaitFor,
} from '../../../page/in-page/page-waits.ts';
import type { SettleOptions } from './settle-options.ts';
import { indicatesLoading } from './indicates-loading.ts';
import { showSkipped } from '../../../page/in-page/reveal.ts';
import { forgetTrees, isInView, openTrees } from '../../../page/in-page/trees.ts';

/** Maximum time to wait for the timers of a page that says it is loading. */
export const loadingMs = 1000;

export interface Awaited {
  missing: PartName[];
  /** True if the load event was not awaited and a script may listen to it. */
  skippedLoad: boolean;
  /** True if scripts request frame after frame. */
  busy: boolean;
}

export function settlingOf(eventName: string): Settling {
  const world = globalThis as typeof globalThis & { tintypeSettling?: Settling };
  if (world.tintypeSettling) return world.tintypeSettling;
  const settling: Settling = {
    seen: new Map(),
    loadedFrames: new WeakSet(),
    lazy: new Set(),
    looked: false,
    arrived: 0,
    unexplained: undefined,
    // Images of styles delay the load event: after it, only changes add more.
    restyled: ownOf(document, 'readyState') !== 'complete' || scriptsWaitFor(eventName).changed,
    styleImages: [],
    changed: true,
    probes: new Map(),
  };
  world.tintypeSettling = settling;
  EventTarget.prototype.addEventListener.call(
    document,
    'load',
    ({ target }) => {
      const element = target as Element;
      if (/^i?frame$/.test(element.localName)) settling.loadedFrames.add(element);
      if (/^(?:link|style)$/.test(element.localName)) settling.restyled = settling.changed = true;
    },
    true,
  );
  EventTarget.prototype.addEventListener.call(document, 'readystatechange', () => {
    if (ownOf(document, 'readyState') !== 'complete') return;
    // Images named by styles so far have loaded. Scripts on the load event change elements.
    settling.restyled = false;
    for (const frame of ownElements(document, 'iframe, frame')) {
      settling.loadedFrames.add(frame);
    }
  });
  addEventListener(`${eventName}:shadow`, forgetTrees);
  const observer = new MutationObserver(() => {
    settling.restyled = settling.changed = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  return settling;
}

/** Waits for the parts that the result needs, with a bound for each part and for all of them. */
export async function awaitParts(settling: Settling, options: SettleOptions): Promise<Awaited> {
  const endsAt = performance.now() + options.boundMs;
  let rested = false;
  let isFrameLate = false;
  let busy = false;
  // Most pages finish loading right after their DOM: then there is little to look for.
  if (ownOf(document, 'readyState') !== 'complete') await nextChange(30);
  for (;;) {
    if (options.whole) startLazy(settling);
    const drawsByScript = options.rest && hasScripts();
    const parts = missingNow(settling, options);
    const awaited = parts.filter((part) => isAwaited(part, settling, options));
    settling.looked = true;
    const isDone = awaited.length === 0 && !isFrameLate && (rested || !drawsByScript);
    if (isDone || performance.now() > endsAt) {
      return {
        missing: [...new Set(parts.flatMap((part) => (isKnown(part, settling) ? part.what : [])))],
        skippedLoad:
          ownOf(document, 'readyState') !== 'complete' &&
          !parts.some(({ key }) => key === 'load') &&
          (ownOf(document, 'scripts').length > 0 ||
            ownOf(document, 'body')?.hasAttribute('onload') === true),
        busy,
      };
    }
    rested = false;
    if (awaited.length > 0) {
      await nextChange(50);
      // With many images, checking each one costs too much.
      if (awaited.length > 1) await new Promise((resolve) => setTimeout(resolve, 15));
      // A part with an entry among the resources is shown in the next frame.
      if (awaited.some(({ what, unsure }) => unsure && what === 'images')) isFrameLate = true;
    } else {
      if (drawsByScript) busy = !(await isQuiet(options.eventName));
      else await nextFrame();
      // Elements that scripts added meanwhile may need further parts.
      rested = true;
      isFrameLate = false;
    }
  }
}

/** Returns whether the document has scripts, or a frame that it can read. */
export function hasScripts(): boolean {
  return openTrees().some(
    (tree) => tree.nodeType === 9 && ownOf(tree as Document, 'scripts').length > 0,
  );
}

/** Returns all parts that the result lacks, including abandoned ones. */
export function missingNow(settling: Settling, options: SettleOptions): MissingPart[] {
  const { medium, whole, load, eventName } = options;
  const { parts, outOfView } = findMissing(settling, whole, medium === 'text');
  const sinceNow = { sinceMs: performance.now(), unsure: false };
  const isLoading = ownOf(document, 'readyState') !== 'complete';
  if (parts.length === 0 && isLoading && medium !== 'text') {
    if (load || whole || drawsLate() || !(outOfView || isExplained(settling))) {
      parts.push({ what: 'other resources', key: 'load', unsure: false });
    }
  }
  if (parts.length === 0 && medium !== 'text') parts.push(...findStyleImages(settling, whole));
  if (parts.length === 0) {
    const { answers, timers } = scriptsWaitFor(eventName);
    if (answers > 0) {
      parts.push({ what: 'answers to scripts', key: 'requests', unsure: false });
    } else {
      settling.seen.delete('requests');
      if (timers > 0 && indicatesLoading()) {
        parts.push({ what: 'answers to scripts', key: 'timers', unsure: false });
      }
    }
  }
  const arrived = performance.getEntriesByType('resource').length;
  if (arrived !== settling.arrived) settling.seen.delete('load');
  settling.arrived = arrived;
  const keys = new Set(parts.map(({ key }) => key));
  for (const key of settling.seen.keys()) {
    if (key !== 'requests' && key !== 'timers' && !keys.has(key)) settling.seen.delete(key);
  }
  for (const { key, unsure } of parts) {
    const isUnsure = unsure && !isLoading && !settling.looked;
    if (!settling.seen.has(key)) settling.seen.set(key, { ...sinceNow, unsure: isUnsure });
  }
  return parts;
}

/** Returns whether styles of invisible elements delay the load event. Costs as much as a layout. */
export function isExplained(settling: Settling): boolean {
  const sinceMs = performance.now();
  settling.unexplained ??= { sinceMs, isExplained: false };
  if (sinceMs - settling.unexplained.sinceMs > 300) {
    settling.unexplained = { sinceMs, isExplained: awaitsHiddenStyleImage(settling) };
  }
  return settling.unexplained.isExplained;
}

export function isAwaited(part: MissingPart, settling: Settling, options: SettleOptions): boolean {
  const { sinceMs = 0, unsure = false } = settling.seen.get(part.key) ?? {};
  const longestMs =
    part.key === 'timers'
      ? loadingMs
      : part.key === 'requests'
        ? options.requestMs
        : unsure
          ? options.unsureMs
          : options.partMs;
  return performance.now() - sinceMs < longestMs;
}

/** Returns whether a part is certainly on its way. */
export function isKnown(part: MissingPart, settling: Settling): boolean {
  return part.key !== 'timers' && settling.seen.get(part.key)?.unsure !== true;
}

/** Returns whether something in view gives no sign of its completion. */
export function drawsLate(): boolean {
  if (ownElements(document, 'script[type="module" i][async]').length > 0) return true;
  return [...ownElements(document, 'canvas')].some((canvas) => isInView(canvas));
}

/** Loads lazy images and frames that would wait until they are near the window. */
export function startLazy(settling: Settling): void {
  const trees = openTrees();
  for (const tree of trees) {
    for (const element of ownElements(tree, '[loading="lazy" i]')) {
      const lazy = element as HTMLImageElement;
      const before = lazy.getAttribute('loading') ?? '';
      lazy.loading = 'eager';
      onUndo(() => lazy.setAttribute('loading', before));
      settling.lazy.add(element);
    }
  }
  // Reading a style takes a microsecond per element. Changes in other trees are not observed.
  if (!settling.changed && trees.length === 1) return;
  settling.changed = false;
  showSkipped();
}

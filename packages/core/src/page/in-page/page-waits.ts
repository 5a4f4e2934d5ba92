import { ownOf } from './own-nodes.ts';
import { openTrees } from './trees.ts';

/** Waits until some part of the document has loaded, up to a limit in ms. */
export function nextChange(longestMs: number): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    setTimeout(() => controller.abort(), longestMs);
    addEventListener('load', () => controller.abort(), { signal });
    const listen = EventTarget.prototype.addEventListener;
    listen.call(document, 'load', () => controller.abort(), { signal, capture: true });
    listen.call(document, 'error', () => controller.abort(), { signal, capture: true });
    ownOf(document, 'fonts').addEventListener('loadingdone', () => controller.abort(), { signal });
    const observer = new PerformanceObserver(() => controller.abort());
    observer.observe({ type: 'resource' });
    signal.addEventListener('abort', () => observer.disconnect());
  });
}

/** Waits for a frame; a page that shows none is not awaited. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
}

/** Waits for several frames, so that scripts that draw frame by frame have advanced. */
export async function passFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await nextFrame();
}

/** Pending work of the scripts of a document and its frames. */
export interface ScriptState {
  /** Number of responses they wait for. */
  answers: number;
  /** Number of animation frames they wait for. */
  frames: number;
  /** Number of pending timers of at most 500 ms. */
  timers: number;
  /** True if elements are known to have changed after the load event. */
  changed: boolean;
}

/** Reads the counters of `countScriptRequests`. */
export function scriptsWaitFor(eventName: string): ScriptState {
  const counts = { answers: 0, frames: 0, timers: 0, changed: false };
  for (const tree of openTrees()) {
    const view = ownOf(tree, 'nodeType') === 9 ? ownOf(tree as Document, 'defaultView') : null;
    if (!view) continue;
    // A document that was rewritten (`document.open`) has lost the listener. A page without scripts
    // never had it: Chromium creates the main world when a script needs it. Scripts of the page may
    // have written a frame without any.
    let wasAnswered = false;
    const listen = (event: Event) => {
      wasAnswered = true;
      const [answers, frames, changed, timers] = String((event as CustomEvent).detail)
        .split(' ')
        .map(Number);
      counts.answers += answers || 0;
      counts.frames += frames || 0;
      counts.timers += timers || 0;
      if (changed !== 0) counts.changed = true;
    };
    view.addEventListener(`${eventName}:count`, listen);
    view.dispatchEvent(new CustomEvent(eventName));
    view.removeEventListener(`${eventName}:count`, listen);
    const hasNoScripts = tree === document && ownOf(document, 'scripts').length === 0;
    if (!wasAnswered && !hasNoScripts) counts.changed = true;
  }
  return counts;
}

/**
 * Returns whether the page is idle: an idle period is longer than a frame only if neither a frame
 * nor a timer is due (https://w3c.github.io/requestidlecallback/#start-an-idle-period-algorithm).
 * Scripts that draw in tasks of their own have drawn by then.
 */
export async function isQuiet(eventName: string): Promise<boolean> {
  // A frame in another process may get no long idle period although nothing is due.
  const isEmbedded = parent !== window;
  for (let look = 0; look < 4; look += 1) {
    const leftMs = await new Promise<number>((resolve) => {
      requestIdleCallback((idle) => resolve(idle.didTimeout ? -1 : idle.timeRemaining()), {
        timeout: look === 0 || isEmbedded ? 40 : 150,
      });
    });
    // Chromium gives no idle period before the next frame to a page whose last one changed nothing.
    if (leftMs < 0) await nextFrame();
    const isIdle = leftMs > 17 || (isEmbedded && look > 0);
    if (isIdle && scriptsWaitFor(eventName).frames === 0) return true;
  }
  return false;
}

/** Waits until changes are laid out and shown. */
export async function twoFrames(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

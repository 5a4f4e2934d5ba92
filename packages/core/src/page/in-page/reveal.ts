import { documentElementAs } from './find-scroller.ts';
import {
  isVisible,
  maxAncestors,
  ownAttribute,
  ownBox,
  ownElements,
  ownOf,
  ownParent,
} from './own-nodes.ts';
import { onUndo, undoStyle } from './undo.ts';
import { nextFrame } from './page-waits.ts';
import { isMorePainted, paintedAreas } from './painted.ts';
import { openTrees } from './trees.ts';

export interface RevealOptions {
  /** Maximum number of steps, of one window each. */
  steps: number;
  /** Maximum growth of the page meanwhile, in heights of the window. */
  growthWindows: number;
  boundMs: number;
}

export interface Revealed {
  reachedEnd: boolean;
  height: number;
  /** True if nothing changed as it came into view: another pass would be useless. */
  isSame: boolean;
}

/** A value that an attribute had until it changed. */
export interface Look {
  name: string;
  value: string | null;
  /** Number of the callback that reported the change: changes of one task have the same. */
  task: number;
  /** The place of the element at that time: inside the window, outside, or across an edge. */
  place: 'inside' | 'outside' | 'across';
  /** Scroll offset of the page at that time. */
  top: number;
}

/** Values that attributes had while the page was scrolled; the last ten of each element. */
type Looks = Map<Element, Look[]>;

type RevealWorld = typeof globalThis & {
  tintypeLooks?: Looks;
  /** Here, so that pages that were not scrolled need not contain its code. */
  tintypeRestoreLooks?: () => void;
};

/** Scrolls once through the page and back, a frame for each step, so that all has appeared. */
export async function bringIntoView(options: RevealOptions): Promise<Revealed> {
  const showed = showSkipped();
  const root = documentElementAs('scrollingElement') ?? ownOf(document, 'documentElement');
  const { scrollX: left, scrollY: top } = window;
  const { scrollHeight: before } = root;
  const limit = before + options.growthWindows * innerHeight;
  const endsAt = performance.now() + options.boundMs;
  const looks = rememberLooks();
  let reachedEnd = false;
  for (let step = 0; step < options.steps && !reachedEnd; step += 1) {
    if (performance.now() > endsAt || root.scrollHeight > limit) break;
    scrollBy({ top: innerHeight, behavior: 'instant' });
    await nextFrame();
    reachedEnd = Math.ceil(scrollY + innerHeight) >= root.scrollHeight;
  }
  // Libraries that listen to scrolling check ten times a second.
  if (looks.size > 0) await new Promise((resolve) => setTimeout(resolve, 120));
  await goBack(left, top);
  const height = root.scrollHeight;
  return { reachedEnd, height, isSame: !showed && looks.size === 0 && height === before };
}

/** Starts to record changes of elements' attributes. */
export function rememberLooks(): Looks {
  const looks: Looks = new Map();
  let task = 0;
  const world = globalThis as RevealWorld;
  Object.assign(world, { tintypeLooks: looks, tintypeRestoreLooks: restoreLooks });
  const observer = new MutationObserver((records) => {
    if (world.tintypeLooks !== looks) observer.disconnect();
    task += 1;
    for (const { target, attributeName: name, oldValue: value } of records) {
      const known = looks.get(target as Element) ?? [];
      if (name === null || (known.length === 0 && looks.size >= 2000)) continue;
      const place = placeOf(target as Element);
      looks.set(target as Element, [
        ...known.slice(-9),
        { name, value, task, place, top: scrollY },
      ]);
    }
  });
  observer.observe(document, { subtree: true, attributes: true, attributeOldValue: true });
  return looks;
}

/** Scrolls to the original offset. */
export async function goBack(left: number, top: number): Promise<void> {
  scrollTo({ left, top, behavior: 'instant' });
  await nextFrame();
  const { tintypeLooks: looks } = globalThis as RevealWorld;
  if (looks && looks.size > 0) await new Promise((resolve) => setTimeout(resolve, 120));
}

/** Returns where an element is; for one without a box, where the next one around it is. */
export function placeOf(element: Element): Look['place'] {
  let box = ownBox(element);
  let left = maxAncestors;
  for (let at = ownParent(element); at && box.height === 0 && left-- > 0; at = ownParent(at)) {
    box = ownBox(at);
  }
  if (box.bottom <= 0 || box.top >= innerHeight) return 'outside';
  return box.top >= 0 && box.bottom <= innerHeight ? 'inside' : 'across';
}

/** Restores what disappeared while the page was scrolled, if it was. */
export function restoreScrolled(): void {
  (globalThis as RevealWorld).tintypeRestoreLooks?.();
}

/** Restores what disappeared out of view, unless it was replaced (in view, in a carousel). */
export function restoreLooks(): void {
  const world = globalThis as RevealWorld;
  const { tintypeLooks: looks } = world;
  delete world.tintypeLooks;
  const endsAt = performance.now() + 2000;
  for (const [element, values] of looks ?? []) {
    if (performance.now() > endsAt) return;
    if (!ownOf(element, 'isConnected') || staysInWindow(element)) continue;
    const box = ownBox(element);
    // An element inside the window has its final appearance; one that extends below it may not.
    if (box.bottom > 0 && box.bottom <= innerHeight) continue;
    endTransitions(element);
    let painted = paintedAreas(element);
    for (const look of values.toReversed()) {
      const { name, value, place } = look;
      const now = ownAttribute(element, name);
      if (now === value || place === 'inside' || !wasInView(box, look, values)) continue;
      setAttribute(element, name, value);
      endTransitions(element);
      const areas = paintedAreas(element);
      if (isMorePainted(painted, areas) && !isReplacedBy(element, look, looks as Looks)) {
        painted = areas;
        onUndo(() => setAttribute(element, name, now));
      } else setAttribute(element, name, now);
    }
    endTransitions(element);
  }
}

/** Returns whether an element passed the window between a change and the one after it. */
export function wasInView(box: DOMRect, look: Look, values: readonly Look[]): boolean {
  const before = values.findLast(({ name, task }) => name === look.name && task < look.task);
  // The initial value.
  if (!before) return true;
  // Observers of intersections are called a frame late: the window is one step further by then.
  const first = Math.min(before.top, look.top) - innerHeight;
  const last = Math.max(before.top, look.top) + 2 * innerHeight;
  return box.bottom + scrollY >= first && box.top + scrollY <= last;
}

/** Returns whether a sibling appeared outside of the window in the task of the change. */
export function isReplacedBy(element: Element, { task }: Look, looks: Looks): boolean {
  const parent = ownParent(element);
  for (const other of parent ? ownOf(parent, 'children') : []) {
    if (other === element) continue;
    const before = looks.get(other)?.find((look) => look.task === task && look.place === 'outside');
    if (!before) continue;
    const now = ownAttribute(other, before.name);
    const painted = paintedAreas(other);
    setAttribute(other, before.name, before.value);
    endTransitions(other);
    const areas = paintedAreas(other);
    setAttribute(other, before.name, now);
    endTransitions(other);
    if (isMorePainted(areas, painted)) return true;
  }
  return false;
}

export function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

/** Returns whether an element stays in the window: its look depends on the scroll offset. */
export function staysInWindow(element: Element): boolean {
  let left = maxAncestors;
  for (let at: Element | null = element; at && left-- > 0; at = ownParent(at)) {
    if (/^(?:fixed|sticky)$/.test(getComputedStyle(at).position)) return true;
  }
  return element === ownOf(document, 'body') || element === ownOf(document, 'documentElement');
}

export function endTransitions(element: Element): void {
  for (const animation of Element.prototype.getAnimations.call(element, { subtree: true })) {
    try {
      animation.finish();
    } catch {
      // Infinite transitions do not change.
    }
  }
}

/** Lays out what `content-visibility: auto` skips; returns whether there is any. */
export function showSkipped(): boolean {
  let showed = false;
  for (const tree of openTrees()) {
    for (const element of ownElements(tree, '*')) {
      // Chromium computes no styles of what is not displayed until a script asks for them.
      if (!isVisible(element) || getComputedStyle(element).contentVisibility !== 'auto') continue;
      showed = true;
      undoStyle(element);
      ownOf(element, 'style')?.setProperty('content-visibility', 'visible', 'important');
    }
  }
  return showed;
}

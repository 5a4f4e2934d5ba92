import { isVisible, ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';
import { onUndo, undoAnimation } from '../../../page/in-page/undo.ts';
import { openTrees, type Tree } from '../../../page/in-page/trees.ts';

/** Treatment of animations in a still image: see the parameter `animations`. */
export type AnimationMode = 'allow' | 'finish' | 'pause';

/**
 * Advances CSS animations, transitions and Web Animations to their end, those without an end to
 * their start; or stops them where they are.
 * @param whole - Scroll-driven animations are shown as in the middle of the window.
 * @returns whether an animation advanced: others may follow
 */
export function endAnimations(mode: AnimationMode, whole: boolean): boolean {
  if (mode === 'allow') return false;
  placePaused();
  let moved = false;
  for (const tree of openTrees()) {
    for (const animation of animationsOf(tree)) {
      if (animation.playState !== 'running') continue;
      try {
        moved = endAnimation(animation, mode, whole) || moved;
      } catch {
        // One that cannot be finished (a rate of 0) stands still by itself.
      }
    }
    const animated = ownElements<SVGSVGElement>(tree, `svg:has(${smilSelector})`);
    for (const svg of animated) endTimeline(svg, mode);
  }
  return moved;
}

export function animationsOf(tree: Tree): Animation[] {
  return ownOf(tree, 'getAnimations').call(tree);
}

/** Returns whether {@link endAnimations} would find anything. */
export function hasAnimations(): boolean {
  return openTrees().some(
    (tree) =>
      animationsOf(tree).length > 0 ||
      ownElements(tree, 'animate, animateTransform, animateMotion, set').length > 0,
  );
}

export function endAnimation(animation: Animation, mode: AnimationMode, whole: boolean): boolean {
  const { timeline, effect } = animation;
  if (timeline && !(timeline instanceof DocumentTimeline) && !isDocumentTimeline(timeline)) {
    if (!whole || mode !== 'finish' || !('subject' in timeline)) return false;
    const range = (animation as Animation & { rangeEnd?: { rangeName?: string } }).rangeEnd;
    const isEntrance = range?.rangeName === 'entry' || range?.rangeName === 'entry-crossing';
    undoAnimation(animation);
    animation.pause();
    animation.currentTime = CSS.percent(isEntrance ? 100 : 50);
    return true;
  }
  const { endTime } = effect?.getComputedTiming() ?? {};
  const isEndless = !Number.isFinite(Number(endTime));
  if (mode === 'finish' && isEndless && isStarting(animation)) return true;
  undoAnimation(animation);
  if (mode === 'pause') {
    animation.pause();
    return false;
  }
  if (!isEndless) {
    animation.finish();
    return true;
  }
  animation.pause();
  pausedHere().add(animation);
  onUndo(() => pausedHere().delete(animation));
  return true;
}

/** Frames in which an animation may start; one with a rate of 0 never does. */
export const startingFrames = 4;

/**
 * Returns true for an animation that has shown no frame yet: if it is paused and set to its start
 * then, nothing changes for Chromium, and the image shows a later moment.
 */
export function isStarting(animation: Animation): boolean {
  const world = globalThis as typeof globalThis & { tintypeStarting?: WeakMap<Animation, number> };
  const frames = (world.tintypeStarting ??= new WeakMap());
  const seen = frames.get(animation) ?? 0;
  if (Number(animation.currentTime) !== 0 || seen >= startingFrames) return false;
  frames.set(animation, seen + 1);
  return true;
}

/** Infinite animations that were paused and have not been set to their start yet. */
export function pausedHere(): Set<Animation> {
  const world = globalThis as typeof globalThis & { tintypePaused?: Set<Animation> };
  return (world.tintypePaused ??= new Set());
}

/** Sets paused animations to their start, once a frame has paused them. */
export function placePaused(): void {
  for (const animation of pausedHere()) {
    animation.currentTime = 0;
    const { target } = animation.effect as KeyframeEffect;
    if (!target || isVisible(target, { opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    // An element that fades in repeatedly is invisible at its start.
    const { delay = 0, duration = 0 } = animation.effect?.getComputedTiming() ?? {};
    animation.currentTime = Math.max(0, Number(delay) + Number(duration) - 1);
  }
  pausedHere().clear();
}

/** Returns whether a timeline is that of a document. Each frame has its own class for it. */
export function isDocumentTimeline(timeline: AnimationTimeline): boolean {
  return Object.prototype.toString.call(timeline) === '[object DocumentTimeline]';
}

export const smilSelector = 'animate, animateTransform, animateMotion, set';

/** Animations inside SVG (SMIL) have one clock for each image. */
export function endTimeline(svg: SVGSVGElement, mode: AnimationMode): void {
  if (svg.animationsPaused()) return;
  const time = svg.getCurrentTime();
  onUndo(() => {
    svg.setCurrentTime(time);
    svg.unpauseAnimations();
  });
  svg.pauseAnimations();
  if (mode === 'pause') return;
  const repeats = [...svg.querySelectorAll(smilSelector)].some(
    (element) =>
      element.getAttribute('repeatCount') === 'indefinite' ||
      element.getAttribute('repeatDur') === 'indefinite',
  );
  // Long enough for an entrance; the end of a chain of them is unknown.
  svg.setCurrentTime(repeats ? 0 : 60);
}

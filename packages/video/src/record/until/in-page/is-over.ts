import { deepFind, isVisible, openTrees, ownOf } from '@tintype/core/in-page';

/** Returns whether an element is displayed, in shadow trees too. */
export function isDisplayed(selector: string): boolean {
  const element = deepFind(selector);
  return element !== null && isVisible(element, { visibilityProperty: true });
}

/** Returns whether no animation with an end is running. */
export function areAnimationsOver(): boolean {
  return openTrees().every((tree) =>
    ownOf(tree, 'getAnimations')
      .call(tree)
      .every(({ playState, timeline, effect }) => {
        // Not `instanceof`: the timeline of a frame has the class of its window.
        const isOfTime = Object.prototype.toString.call(timeline) === '[object DocumentTimeline]';
        if (playState !== 'running' || !isOfTime) return true;
        return !Number.isFinite(Number(effect?.getComputedTiming().endTime));
      }),
  );
}

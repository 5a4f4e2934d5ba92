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
        if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return true;
        return !Number.isFinite(Number(effect?.getComputedTiming().endTime));
      }),
  );
}

import { ownOf, scrollOwn } from './own-nodes.ts';

type UndoWorld = typeof globalThis & {
  tintypeUndo?: (() => void)[] | undefined;
  tintypeResumed?: WeakSet<Animation>;
};

/** Registers the undo of a change that a capture makes to the page. */
export function onUndo(undo: () => void): void {
  ((globalThis as UndoWorld).tintypeUndo ??= []).push(undo);
}

/** Starts a capture: earlier changes are part of the page. Returns the scroll offset. */
export function beginChanges(): { left: number; top: number } {
  (globalThis as UndoWorld).tintypeUndo = undefined;
  return { left: scrollX, top: scrollY };
}

/** Returns whether nothing needs undoing since {@link beginChanges}. */
export function isUnchanged({ left, top }: { left: number; top: number }): boolean {
  const { tintypeUndo: changes = [] } = globalThis as UndoWorld;
  return changes.length === 0 && scrollX === left && scrollY === top;
}

/** Undoes the changes of captures, the last first; returns the number of failures. */
export function undoChanges(): number {
  const world = globalThis as UndoWorld;
  const { tintypeUndo: changes = [] } = world;
  world.tintypeUndo = undefined;
  if (changes.length === 0) return 0;
  const animations = () => ownOf(document, 'getAnimations').call(document);
  const before = new Set(animations());
  let failed = 0;
  for (const undo of changes.toReversed()) {
    try {
      undo();
    } catch {
      failed += 1;
    }
  }
  // Transitions back to the former styles are finished immediately.
  for (const animation of animations()) {
    if (!(animation instanceof CSSTransition) || before.has(animation)) continue;
    if (!world.tintypeResumed?.has(animation)) animation.finish();
  }
  return failed;
}

export function scrollBack({ left, top }: { left: number; top: number }): void {
  scrollTo({ left, top, behavior: 'instant' });
}

/** Returns a function that restores the style attribute of an element, byte for byte. */
export function styleBefore(element: Element): () => void {
  const style = ownOf(element as HTMLElement, 'style') as CSSStyleDeclaration | undefined;
  // Fields of a form can have the names of its methods.
  const { getAttribute, setAttribute, removeAttribute } = Element.prototype;
  const attribute = getAttribute.call(element, 'style');
  const text = style?.cssText;
  return () => {
    // CSSOM changes are serialised when read; only existing attributes can be removed.
    getAttribute.call(element, 'style');
    if (attribute === null) removeAttribute.call(element, 'style');
    else setAttribute.call(element, 'style', attribute);
    // The security policy of the page may block styles of an attribute.
    if (style && text !== undefined && style.cssText !== text) style.cssText = text;
  };
}

/** Undoes later changes of the style attribute of an element. */
export function undoStyle(element: Element): void {
  onUndo(styleBefore(element));
}

export function undoScroll(element: Element): void {
  const [left, top] = [ownOf(element, 'scrollLeft'), ownOf(element, 'scrollTop')];
  onUndo(() => scrollOwn(element, 'scrollTo', { left, top }));
}

/** Registers that an animation that is finished or paused now resumes where it would be by then. */
export function undoAnimation(animation: Animation): void {
  const { startTime, currentTime } = animation;
  onUndo(() => {
    const world = globalThis as UndoWorld;
    (world.tintypeResumed ??= new WeakSet()).add(animation);
    // An animation starts a frame after `play()`, and changes until then can be lost.
    if (startTime !== null) animation.startTime = startTime;
    else {
      animation.play();
      animation.currentTime = currentTime;
    }
  });
}

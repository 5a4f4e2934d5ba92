type UndoWorld = typeof globalThis & { tintypeUndo?: (() => void)[] };

/** Notes how a change that a capture makes to the page is undone. Runs in the page. */
export function onUndo(undo: () => void): void {
  ((globalThis as UndoWorld).tintypeUndo ??= []).push(undo);
}

/** Undoes what captures changed, the last change first. Runs in the page. */
export function undoChanges(): void {
  const world = globalThis as UndoWorld;
  const { tintypeUndo: changes = [] } = world;
  delete world.tintypeUndo;
  for (const undo of changes.toReversed()) undo();
}

/** Where the page is scrolled to. Runs in the page. */
export function scrollPosition(): { left: number; top: number } {
  return { left: scrollX, top: scrollY };
}

/** Runs in the page. */
export function scrollBack({ left, top }: { left: number; top: number }): void {
  scrollTo({ left, top, behavior: 'instant' });
}

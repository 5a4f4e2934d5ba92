/// <reference lib="dom" />
import { ownElements, ownOf } from '@tintype/core/in-page';
import { innermostOf, secretField, type RecorderState } from './recorder-state.ts';

/**
 * Remembers the fields for passwords of the tree of a node. The type of a field may change before
 * anything is typed in it.
 */
export function watchSecrets(state: RecorderState, node: Node): void {
  const root = ownOf(node, 'getRootNode').call(node);
  for (const field of ownElements(root, 'input[type="password" i]')) secretField(state, field);
  if (state.watched.has(root)) return;
  state.watched.add(root);
  const observer = new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (!(target instanceof HTMLInputElement)) continue;
      secretField(state, target, /^password$/i.test(oldValue ?? '') ? 'password' : '');
    }
  });
  observer.observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
}

/** Inspects the tree of an element that a person is about to use. */
export function onUse(state: RecorderState, event: Event): void {
  const target = innermostOf(event);
  if (!target) return;
  secretField(state, target);
  watchSecrets(state, target);
}

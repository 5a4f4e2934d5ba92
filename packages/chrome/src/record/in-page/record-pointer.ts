/// <reference lib="dom" />
import { clickables, ownBox, ownOf } from '@tintype/core/in-page';
import { takesNoClick } from './field-kinds.ts';
import { flushFill } from './record-fields.ts';
import {
  aimAt,
  innermostOf,
  seenElement,
  sendObservation,
  type RecorderState,
} from './recorder-state.ts';

/** Returns the button or link around an element; clicks on an icon in it are clicks on the button. */
export function usedElement(target: Element): Element {
  return Element.prototype.closest.call(target, clickables) ?? target;
}

export function onPointerDown(state: RecorderState, event: MouseEvent): void {
  const target = innermostOf(event);
  if (!target) return;
  const element = usedElement(target);
  const { x, y } = ownBox(element);
  aimAt(state, element);
  state.pressed = {
    target,
    element,
    seen: seenElement(state, element),
    x: event.clientX - x,
    y: event.clientY - y,
    isClicked: false,
    isHeld: event.type === 'pointerdown' && event.button === 0,
  };
}

/** A press on a scroll bar starts scrolling. */
export function onMouseDown(state: RecorderState, event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const { left, top } = target === document.documentElement ? { left: 0, top: 0 } : ownBox(target);
  const isOnBar =
    event.clientX - left > target.clientWidth || event.clientY - top > target.clientHeight;
  if (isOnBar) state.lastMoveMs = performance.now();
}

export function onClick(state: RecorderState, event: PointerEvent): void {
  const target = innermostOf(event);
  if (!target) return;
  if (!state.pressed || state.pressed.isClicked) {
    // A label clicks its field, and Enter in a field the button of its form.
    const isByKey = /^(?:Enter| )$/.test(state.key.name) && state.key.target === target;
    if (!isByKey) return;
    const { width, height } = ownBox(target);
    const seen = seenElement(state, target);
    state.pressed = {
      target,
      element: target,
      seen,
      x: width / 2,
      y: height / 2,
      isClicked: false,
      isHeld: false,
    };
  }
  sendClick(state, 'click', target, event);
}

/** An element that goes away when it is pressed, as in some menus, gets no click. */
export function onPointerUp(state: RecorderState, event: MouseEvent): void {
  const { pressed } = state;
  onPressEnd(state);
  if (!pressed || ownOf(pressed.target, 'isConnected')) return;
  const send = () => {
    if (state.pressed === pressed && !pressed.isClicked) {
      sendClick(state, 'click', pressed.target, event);
    }
  };
  setTimeout(send, 50);
}

export function onPressEnd({ pressed }: RecorderState): void {
  if (pressed) pressed.isHeld = false;
}

export function onDragStart(state: RecorderState): void {
  onPressEnd(state);
  sendObservation(state, { type: 'unrecorded', what: 'drag' });
}

/** A click with the middle button; the right one opens a menu. */
export function onAuxClick(state: RecorderState, event: MouseEvent): void {
  if (event.button === 1) sendObservation(state, { type: 'unrecorded', what: 'middle_click' });
}

/** Sends a press that made the page go away, before it became a click. */
export function sendHeldPress(state: RecorderState): void {
  const { pressed } = state;
  if (pressed?.isHeld && !pressed.isClicked) sendPress(state, 'click', 'primary');
}

export function onDoubleClick(state: RecorderState, event: MouseEvent): void {
  const target = innermostOf(event);
  if (target) sendClick(state, 'doubleClick', target, event);
}

export function onContextMenu(state: RecorderState, event: MouseEvent): void {
  const target = innermostOf(event);
  if (target && event.button === 2) sendClick(state, 'click', target, event);
}

export function sendClick(
  state: RecorderState,
  type: 'click' | 'doubleClick',
  target: Element,
  event: MouseEvent,
): void {
  flushFill(state);
  const { pressed } = state;
  // The press may have removed the element, or opened another one in its place.
  const isSame = pressed && (pressed.target === target || !ownOf(pressed.target, 'isConnected'));
  if (!isSame) onPointerDown(state, event);
  sendPress(state, type, event.button === 2 ? 'secondary' : 'primary');
}

export function sendPress(
  state: RecorderState,
  type: 'click' | 'doubleClick',
  button: 'primary' | 'secondary',
): void {
  const used = state.pressed;
  if (!used) return;
  used.isClicked = true;
  if (takesNoClick(used.element)) return;
  state.lastClickMs = performance.now();
  sendObservation(state, {
    type,
    button,
    x: Math.round(used.x),
    y: Math.round(used.y),
    on: used.seen,
  });
  state.height = 0;
}

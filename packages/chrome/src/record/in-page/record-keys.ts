/// <reference lib="dom" />
import { clickables, ownMatches } from '@tintype/core/in-page';
import { isEditable } from './field-kinds.ts';
import { flushFill } from './record-fields.ts';
import { aimAt, innermostOf, sendObservation, type RecorderState } from './recorder-state.ts';

/** Returns true if a key does nothing alone. */
export function isSilent(key: string): boolean {
  return /^(?:Control|Shift|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified)$/.test(key);
}

/** Elements that Chromium clicks for Enter: the click is recorded. */
export const clickedByEnter =
  'button, summary, a[href], area[href], input:is([type="button" i], [type="submit" i], [type="reset" i], [type="image" i], [type="file" i], [type="color" i])';

export function onKeyDown(state: RecorderState, event: KeyboardEvent): void {
  const target = innermostOf(event);
  if (event.isComposing || isSilent(event.key)) return;
  if (/^(?:Arrow.*|Page.*|Home|End| )$/.test(event.key)) state.lastMoveMs = performance.now();
  if (target && state.key.target !== target) aimAt(state, target);
  state.key = { target, name: event.key };
  const isText = target !== null && isEditable(target);
  const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (isText && isTyped) return;
  const keys = [
    ...(event.ctrlKey ? ['Control'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.metaKey ? ['Meta'] : []),
    ...(event.shiftKey && !isTyped ? ['Shift'] : []),
    event.key,
  ];
  const send = () => {
    flushFill(state);
    sendObservation(state, { type: 'key', keys });
  };
  if (countsAlways(event, target)) return send();
  if (event.key === 'Enter' && target && ownMatches(target, clickedByEnter)) return;
  flushFill(state);
  // Other keys count if the page handles them: the browser scrolls and edits with the rest.
  setTimeout(() => event.defaultPrevented && send(), 0);
}

/** Returns true for a key that pages also handle without preventing the default. */
export function countsAlways(event: KeyboardEvent, target: Element | null): boolean {
  const { key } = event;
  if (key === 'Escape' || key === 'Tab') return true;
  if (!target || ownMatches(target, clickedByEnter)) return false;
  const isLines = isEditable(target) && !(target instanceof HTMLInputElement);
  // In other inputs than buttons it submits the form.
  if (key === 'Enter') {
    return isLines
      ? event.ctrlKey || event.metaKey || event.altKey
      : !(target instanceof HTMLSelectElement);
  }
  if (key === '/' || key === '?') return !/^(?:input|select)$/.test(target.localName);
  const isControl = ownMatches(target, clickables) && !/^(?:input|select)$/.test(target.localName);
  return key === ' ' && isControl;
}

/// <reference lib="dom" />
import { containsAny } from './secret-fields.ts';
import {
  documentHeight,
  innermostOf,
  secretField,
  seenElement,
  sendObservation,
  type RecorderState,
} from './recorder-state.ts';

/** Returns whether a field opens a list or a calendar of the browser: only its value is recorded. */
export function isPicked({ type }: HTMLInputElement): boolean {
  return /^(?:color|date|datetime-local|month|range|time|week|file)$/.test(type);
}

/** Time without input after which the value of a field is sent, in ms. */
export const fillPauseMs = 200;

/** Time without scrolling after which a position is sent, in ms. */
export const scrollPauseMs = 300;

/** Longest value that a step takes. */
export const maxFilledValue = 65_536;

export function takesNoClick(element: Element): boolean {
  if (element instanceof HTMLSelectElement || element instanceof HTMLOptionElement) return true;
  return element instanceof HTMLInputElement && isPicked(element);
}

/** Returns whether typing changes the text of an element. */
export function isEditable(element: Element): boolean {
  if (element instanceof HTMLInputElement) {
    return (
      !/^(?:button|checkbox|image|radio|reset|submit)$/.test(element.type) && !isPicked(element)
    );
  }
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}

export function onInput(state: RecorderState, event: Event): void {
  const element = innermostOf(event);
  if (!element || element instanceof HTMLSelectElement) return;
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(element.type)) return;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const value = isField ? element.value : element instanceof HTMLElement ? element.innerText : '';
  if (secretField(state, element) !== '') {
    if (state.secretValues.size > 20) state.secretValues.clear();
    state.secretValues.set(element, value);
  }
  if (state.filled && state.filled.element !== element) flushFill(state);
  clearTimeout(state.filled?.timer);
  const timer = window.setTimeout(() => flushFill(state), fillPauseMs);
  const seen = state.filled?.seen ?? seenElement(state, element);
  state.filled = { element, seen, value, timer };
}

/** Sends the value of the field that was typed in last. The other side never writes that of a secret. */
export function flushFill(state: RecorderState): void {
  const { filled } = state;
  if (!filled) return;
  state.filled = null;
  clearTimeout(filled.timer);
  const { element, seen, value } = filled;
  const isShown = containsAny(value, state.secretValues.values());
  const secret = secretField(state, element) || (isShown ? 'password' : '');
  sendObservation(state, { type: 'fill', value: value.slice(0, maxFilledValue), secret, on: seen });
}

export function onChange(state: RecorderState, event: Event): void {
  flushFill(state);
  const element = innermostOf(event);
  if (element instanceof HTMLSelectElement) {
    const on = seenElement(state, element);
    for (const { value, label } of [...element.selectedOptions].slice(0, 20)) {
      // Of options with the same value the first one would be chosen.
      const isOnly = [...element.options].filter((one) => one.value === value).length === 1;
      const chosen = (isOnly ? value : label).slice(0, maxFilledValue);
      sendObservation(state, { type: 'choose', value: chosen, isMultiple: element.multiple, on });
    }
    return;
  }
  if (!(element instanceof HTMLInputElement)) return;
  if (element.type === 'file') {
    sendObservation(state, { type: 'file', on: seenElement(state, element) });
  } else if (
    /^(?:checkbox|radio)$/.test(element.type) &&
    performance.now() - state.lastClickMs > 100
  ) {
    // By arrow keys: no click was recorded.
    sendObservation(state, {
      type: 'fill',
      value: String(element.checked),
      secret: '',
      on: seenElement(state, element),
    });
  }
}

export function onScroll(state: RecorderState, event: Event): void {
  const now = performance.now();
  // Scripts scroll as well.
  if (now - state.lastMoveMs > 1000) return;
  state.lastMoveMs = now;
  const target = event.target instanceof Element ? event.target : null;
  state.height ||= documentHeight();
  clearTimeout(state.scrolled?.timer);
  const timer = window.setTimeout(() => flushScroll(state), scrollPauseMs);
  state.scrolled = { target, timer };
}

export function flushScroll(state: RecorderState): void {
  const { scrolled } = state;
  if (!scrolled) return;
  state.scrolled = null;
  clearTimeout(scrolled.timer);
  const root = document.scrollingElement ?? document.documentElement;
  const element = scrolled.target ?? root;
  const isPage = element === root && window === window.parent;
  const [x, y] = [element.scrollLeft, element.scrollTop].map((each) =>
    Math.max(0, Math.round(each)),
  );
  sendObservation(state, {
    type: 'scroll',
    x,
    y,
    ...(!isPage && { on: seenElement(state, element) }),
  });
}

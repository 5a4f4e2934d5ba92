/// <reference lib="dom" />
import { isEditable } from './field-kinds.ts';
import { containsAny } from './secret-fields.ts';
import {
  documentHeight,
  innermostOf,
  secretField,
  seenElement,
  sendObservation,
  type RecorderState,
} from './recorder-state.ts';

/** Time without input after which the value of a field is sent, in ms. */
export const fillPauseMs = 200;

/** Time without scrolling after which a position is sent, in ms. */
export const scrollPauseMs = 300;

/** Longest value that a step takes. */
export const maxFilledValue = 65_536;

/** Time after an event of a person within which it may have changed a field, in ms. */
export const usedMs = 1000;

/** Maximum time between a key and the change of a field that the page focused meanwhile, in ms. */
export const keyMs = 50;

/** Remembers an event that scripts cannot cause: `execCommand` fires trusted `input` events. */
export function onPersonEvent(state: RecorderState, event: Event): void {
  const isKey = event instanceof KeyboardEvent;
  state.used = { target: innermostOf(event), isKey, ms: performance.now() };
}

/** Returns true if a person may have just typed in an element. */
export function isTypedBy({ used }: RecorderState, element: Element): boolean {
  const { target, isKey, ms } = used;
  const age = performance.now() - ms;
  if (isKey && age < keyMs) return true;
  const { contains } = Node.prototype;
  const isSame = target && (contains.call(element, target) || contains.call(target, element));
  return isSame === true && age < usedMs;
}

/** Returns true if arrow keys chose a radio button: no click was recorded. */
export function isMovedTo({ used, key }: RecorderState, radio: HTMLInputElement): boolean {
  const { target } = used;
  const isGroup = target instanceof HTMLInputElement && target.name === radio.name;
  const isArrow = used.isKey && key.name.startsWith('Arrow');
  return radio.type === 'radio' && isGroup && isArrow && performance.now() - used.ms < usedMs;
}

export function onInput(state: RecorderState, event: Event): void {
  const element = innermostOf(event);
  if (!element || element instanceof HTMLSelectElement) return;
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(element.type)) return;
  if (isEditable(element) && !isTypedBy(state, element)) return;
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
  if (secret === '' && value.length > maxFilledValue) {
    sendObservation(state, { type: 'unrecorded', what: 'long_text' });
    return;
  }
  sendObservation(state, { type: 'fill', value: value.slice(0, maxFilledValue), secret, on: seen });
}

export function onChange(state: RecorderState, event: Event): void {
  flushFill(state);
  const element = innermostOf(event);
  if (element instanceof HTMLSelectElement) {
    const isLost = (option: HTMLOptionElement) => option.defaultSelected && !option.selected;
    if (element.multiple && [...element.options].some(isLost)) {
      sendObservation(state, { type: 'unrecorded', what: 'deselection' });
    }
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
    sendObservation(state, { type: 'unrecorded', what: 'file' });
  } else if (isMovedTo(state, element)) {
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

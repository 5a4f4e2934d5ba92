/// <reference lib="dom" />
import { framePath, ownOf } from '@tintype/core/in-page';
import { selectorsOf } from './element-selectors.ts';
import { containsAny, secretOf } from './secret-fields.ts';

/** Place of an element when a person used it. */
export interface SeenElement {
  id: number;
  selectors: string[][];
  frame: number[];
}

/** State of the recorder of one document. */
export interface RecorderState {
  /** Name of the binding that receives observations. */
  binding: string;
  /** The element that the last `aim` is about: the other side inspects it. */
  aimed: Element | null;
  ids: WeakMap<Element, number>;
  lastId: number;
  /** Fields that once took a secret: a page may show a password as text. */
  secretFields: WeakMap<Element, string>;
  secretValues: Map<Element, string>;
  /** Documents and shadow trees whose fields for passwords are watched. */
  watched: WeakSet<Node>;
  /** The last press of a button of the mouse, and what it pressed. */
  pressed: {
    target: Element;
    element: Element;
    seen: SeenElement;
    x: number;
    y: number;
    isClicked: boolean;
    /** False once the button was released, or the press became dragging. */
    isHeld: boolean;
  } | null;
  key: { target: Element | null; name: string };
  /** The last event that only a person causes, and the element that it was for. */
  used: { target: Element | null; isKey: boolean; ms: number };
  /** The field that is being filled. */
  filled: { element: Element; seen: SeenElement; value: string; timer: number } | null;
  scrolled: { target: Element | null; timer: number } | null;
  /** Height of the document before it was last scrolled. */
  height: number;
  lastMoveMs: number;
  lastClickMs: number;
  /** Observations that no binding took yet. */
  unsent: string[];
  /** Adds the listeners, also those that a page removed. */
  listen: () => void;
  /** Observations that may be sent now. */
  credit: number;
  creditMs: number;
}

export function recorderState(binding: string): RecorderState {
  return {
    binding,
    aimed: null,
    ids: new WeakMap(),
    lastId: 0,
    secretFields: new WeakMap(),
    secretValues: new Map(),
    watched: new WeakSet(),
    used: { target: null, isKey: false, ms: -Infinity },
    pressed: null,
    key: { target: null, name: '' },
    filled: null,
    scrolled: null,
    height: 0,
    lastMoveMs: -Infinity,
    lastClickMs: -Infinity,
    unsent: [],
    listen: () => {},
    credit: 0,
    creditMs: 0,
  };
}

/** Maximum number of observations per second, and in a burst: some events can be made by scripts. */
export const observationRate = 20;
export const observationBurst = 60;

/** Maximum length of an observation. */
export const observationLimit = 100_000;

export function sendObservation(state: RecorderState, observation: object): void {
  const now = performance.now();
  const earned = ((now - state.creditMs) / 1000) * observationRate;
  state.credit = Math.min(
    observationBurst,
    state.creditMs === 0 ? observationBurst : state.credit + earned,
  );
  state.creditMs = now;
  if (state.credit < 1) return;
  state.credit -= 1;
  const hasGrown = state.height > 0 && documentHeight() > state.height + 50;
  const text = JSON.stringify({ ...observation, hasGrown });
  if (text.length <= observationLimit) state.unsent.push(text);
  else state.unsent.push(JSON.stringify({ type: 'unrecorded', what: 'long_text' }));
  sendUnsent(state);
}

/** Sends what is noted once the world has its binding, shortly after the document has started. */
export function sendUnsent(state: RecorderState): void {
  const call: unknown = Reflect.get(globalThis, state.binding);
  if (typeof call !== 'function') return;
  for (const text of state.unsent.splice(0)) call(text);
}

/** Returns the innermost element of an event, also in open shadow trees. */
export function innermostOf(event: Event): Element | null {
  const [first] = event.composedPath();
  return first instanceof Element ? first : null;
}

export function documentHeight(): number {
  return document.documentElement.scrollHeight;
}

/** Returns the selectors of an element, without those that show a secret. */
export function seenElement(state: RecorderState, element: Element): SeenElement {
  const id = state.ids.get(element) ?? (state.lastId += 1);
  state.ids.set(element, id);
  const selectors = selectorsOf(element).filter(
    (path) => !containsAny(path.join(' '), state.secretValues.values()),
  );
  return { id, selectors, frame: framePath() };
}

/**
 * Returns the secret that a field takes, also if its type has changed since.
 * @param least - kind of a field that nothing else describes
 */
export function secretField(state: RecorderState, element: Element, least = ''): string {
  const kind = state.secretFields.get(element) || secretOf(element) || least;
  if (kind !== '') state.secretFields.set(element, kind);
  return kind;
}

/** Announces an element before a person uses it. Large pages are not inspected. */
export function aimAt(state: RecorderState, element: Element): void {
  if (ownOf(document, 'getElementsByTagName').call(document, '*').length > 20_000) return;
  const id = state.ids.get(element) ?? (state.lastId += 1);
  state.ids.set(element, id);
  state.aimed = element;
  sendObservation(state, { type: 'aim', id });
}

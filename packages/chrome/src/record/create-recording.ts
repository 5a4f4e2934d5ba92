import type { Observation, ObservedElement } from './observation.ts';
import { isKey, navigationTo, type RecordedStep } from './recorded-step.ts';
import { createShownSteps } from './shown-steps.ts';
import { createSecretNames } from './secret-names.ts';
import { createSecretValues } from './secret-values.ts';

/** Source of an observation. */
export interface ObservedAt {
  /** Key of the document: ids of elements count within it. */
  document: string;
  tab: string;
  /** Address of the tab. */
  url: string;
  /** Selector by accessible name, if it is known. */
  byName?: string | undefined;
  /** Time, in ms. */
  nowMs: number;
}

/** Navigation of a tab. */
export interface ObservedNavigation {
  tab: string;
  url: string;
  /**
   * A person typed the address, or a page did it; to go back or to reload, both are possible.
   */
  by: 'person' | 'page' | 'either';
  /** True for the first page of a tab that a page opened. */
  isNewTab: boolean;
  /** Position of the navigation among the steps, from {@link Recording.mark}. */
  mark: number;
  nowMs: number;
}

/** Converts what a person did to steps. */
export interface Recording {
  /** The steps without values of secrets. Each is the same object every time. */
  readonly steps: readonly RecordedStep[];
  /** Names of the secrets in them. */
  readonly secrets: readonly string[];
  /** True if steps were left out. */
  readonly isFull: boolean;
  setViewport(width: number, height: number): void;
  observe(observation: Observation, at: ObservedAt): void;
  navigated(navigation: ObservedNavigation): void;
  /** Returns the position of the next step. */
  mark(): number;
}

/** Text of a field that a render takes as the name of a secret. */
const placeholder = /\{\{ *[A-Za-z_][\w.-]* *\}\}/;
const placeholderNote =
  'Text in double braces was typed: a render takes it as the name of a secret. Change the value of this step.';

const fullNote = (maxSteps: number, maxLength: number) =>
  `The recording is full, and from here on nothing is recorded: a render takes ${maxSteps} steps of ${maxLength} characters.`;

const lengthOf = (value: object) => JSON.stringify(value, undefined, 2).length;

/** A navigation that starts later than this after a step was not caused by it, in ms. */
const causeMs = 10_000;

/** A page that goes back or reloads does so immediately, in ms. */
const eitherMs = 2000;

/** Time that replays wait for a navigation by default, in ms. */
const usualWaitMs = 2500;

/** Maxima of a recording. */
export interface RecordingLimits {
  maxSteps: number;
  /** Maximum characters of the steps as indented JSON. */
  maxLength: number;
}

/** @param url - the page that the window opens with */
export function createRecording(
  url: string,
  { maxSteps, maxLength }: RecordingLimits,
  onNote: (text: string) => void,
): Recording {
  const viewport = { width: 1280, height: 800, deviceScaleFactor: 1 };
  const device = { isMobile: false, hasTouch: false, isLandscape: false };
  const steps: RecordedStep[] = [
    { type: 'setViewport', ...viewport, ...device },
    { type: 'navigate', url, assertedEvents: [navigationTo(url)] },
  ];
  const times = new WeakMap<RecordedStep, number>();
  const elements = new WeakMap<RecordedStep, string>();
  const secrets = createSecretNames();
  const values = createSecretValues();
  const shown = createShownSteps(values, secrets);
  let current: string | undefined;
  let isFull = false;

  /** Returns true if steps can be added; the first time that they cannot, a note says so. */
  function hasRoom(added: number, length: number): boolean {
    if (isFull) return false;
    isFull = steps.length + added >= maxSteps || lengthOf(steps) + length > maxLength;
    if (isFull) onNote(fullNote(maxSteps, maxLength));
    return !isFull;
  }

  function push(step: RecordedStep, { nowMs, key }: { nowMs: number; key?: string | undefined }) {
    times.set(step, nowMs);
    if (key !== undefined) elements.set(step, key);
    steps.push(step);
  }

  /** Removes what the next step does on its own: it scrolls to its element, and focuses it. */
  function dropImplied(hasGrown: boolean): void {
    if (!hasGrown && steps.at(-1)?.type === 'scroll') steps.pop();
    let from = steps.length;
    while (isKey(steps[from - 1])) from -= 1;
    const keys = steps.slice(from).map((step) => (isKey(step) ? step.key : ''));
    if (keys.every((key) => key === 'Tab' || key === 'Shift')) steps.length = from;
  }

  function observeElement(
    observation: Exclude<Observation, { type: 'aim' | 'key' }>,
    on: ObservedElement,
    at: ObservedAt,
  ): void {
    const { hasGrown } = observation;
    const key = `${at.document}/${on.id}`;
    const selectors = [...(at.byName === undefined ? [] : [[at.byName]]), ...on.selectors];
    if (selectors.length === 0) return;
    const place = {
      target: 'main' as const,
      selectors,
      ...(on.frame.length > 0 && { frame: on.frame }),
    };
    const last = steps.at(-1);
    const isSame = last !== undefined && elements.get(last) === key;
    const more = { nowMs: at.nowMs, key };
    if (observation.type === 'scroll') {
      return scroll({ type: 'scroll', ...place, x: observation.x, y: observation.y }, more);
    }
    if ('button' in observation) {
      dropImplied(hasGrown);
      const { type, x: offsetX, y: offsetY } = observation;
      const button = observation.button === 'primary' ? {} : { button: observation.button };
      if (type === 'doubleClick' && !takeClicks(key)) return;
      return push({ type, ...place, offsetX, offsetY, ...button }, more);
    }
    const value = valueOf(observation, on, key);
    const isAdded = observation.type === 'choose' && observation.isMultiple;
    if (isSame && last.type === 'change' && !isAdded) {
      last.value = value;
      return;
    }
    dropImplied(hasGrown);
    push({ type: 'change', ...place, value }, more);
  }

  function valueOf(
    observation: Extract<Observation, { value: string }>,
    on: ObservedElement,
    key: string,
  ): string {
    const secret = observation.type === 'fill' ? observation.secret : '';
    if (secret === '') {
      if (placeholder.test(observation.value)) onNote(placeholderNote);
      return observation.value;
    }
    const name = secrets.nameOf(secret, on, key);
    values.add(name, key, observation.value);
    return `{{${name}}}`;
  }

  /** Removes the two clicks of a double click. */
  function takeClicks(key: string): boolean {
    const isClick = (one: RecordedStep) => one.type === 'click' && elements.get(one) === key;
    if (steps.slice(-2).filter(isClick).length < 2) return false;
    steps.length -= 2;
    return true;
  }

  function scroll(step: RecordedStep, more: { nowMs: number; key: string }): void {
    const last = steps.at(-1);
    if (last?.type === 'scroll' && elements.get(last) === more.key) steps.pop();
    push(step, more);
  }

  return {
    get steps() {
      return shown(steps);
    },
    get secrets() {
      return secrets.all();
    },
    get isFull() {
      return isFull;
    },
    setViewport(width, height) {
      Object.assign(steps[0]!, { width, height });
    },
    mark: () => steps.length,
    observe(observation, at) {
      if (observation.type === 'aim') return;
      // A key takes two steps, with modifiers more.
      const added = 'keys' in observation ? 2 * observation.keys.length : 1;
      if (!hasRoom(added, lengthOf(observation) * 2)) return;
      current ??= at.tab;
      if (at.tab !== current && /^https?:/.test(at.url)) {
        current = at.tab;
        push({ type: 'navigate', url: at.url, assertedEvents: [navigationTo(at.url)] }, at);
      }
      if (observation.type === 'key') {
        for (const key of observation.keys) push({ type: 'keyDown', target: 'main', key }, at);
        for (const key of observation.keys.toReversed())
          push({ type: 'keyUp', target: 'main', key }, at);
      } else if (observation.on) {
        observeElement(observation, observation.on, at);
      } else if (observation.type === 'scroll') {
        const { x, y } = observation;
        const key = `${at.document}/`;
        scroll({ type: 'scroll', target: 'main', x, y }, { nowMs: at.nowMs, key });
      }
    },
    navigated({ tab: of, url, by, isNewTab, mark, nowMs }) {
      const isFirst = current === undefined;
      current ??= of;
      if (isFirst) return;
      const event = navigationTo(url);
      const cause = steps.slice(0, mark).findLast((step) => step.type !== 'keyUp');
      const sinceMs = nowMs - ((cause && times.get(cause)) ?? -Infinity);
      if (by === 'person' || (by === 'either' && sinceMs > eitherMs)) {
        const before = steps[mark - 1];
        // A page loads itself again, or a person does: once is enough.
        if (before?.type === 'navigate' && before.url === url && current === of) return;
        if (!hasRoom(1, 2 * url.length)) return;
        current = of;
        const step: RecordedStep = { type: 'navigate', url, assertedEvents: [event] };
        times.set(step, nowMs);
        steps.splice(mark, 0, step);
        return;
      }
      if (!cause || sinceMs > causeMs || cause.type === 'scroll') return;
      if (isNewTab) current = of;
      else if (current !== of) return;
      if (cause.assertedEvents) return;
      cause.assertedEvents = [event];
      if (sinceMs > usualWaitMs) cause.timeout = Math.ceil((2 * sinceMs) / 1000) * 1000;
    },
  };
}

import {
  isVisible,
  ownAttribute,
  ownBox,
  ownMatches,
  ownOf,
  topmostAt,
} from '../../../page/in-page/own-nodes.ts';
import { findScroller } from '../../../page/in-page/find-scroller.ts';
import { nextFrame, passFrames } from '../../../page/in-page/page-waits.ts';
import { firstBox, isHitAt, isWithin } from '../../interact/in-page/click-target.ts';

/** State of an element that a step uses. */
export interface ElementState {
  state: 'ready' | 'gone' | 'hidden' | 'moving' | 'disabled' | 'covered';
  /** The element that covers it. */
  by?: string;
  /** True if the recorded place is beside the element, on a label of it. */
  isOnLabel?: boolean;
  /** A point of the element that receives events, in px of its own document. */
  x: number;
  y: number;
}

/** Conditions of a step on its element. */
export interface ElementNeeds {
  isEnabled: boolean;
  receivesEvents: boolean;
  offsetX?: number;
  offsetY?: number;
}

/** Scrolls an element into view, and returns whether it can be used as a reader uses it. */
export async function elementState(element: Element, needs: ElementNeeds): Promise<ElementState> {
  const at = { x: 0, y: 0 };
  if (!ownOf(element, 'isConnected')) return { state: 'gone', ...at };
  const isShown = isVisible(element, { visibilityProperty: true }) && firstBox(element);
  // Styles replace these by other elements; their values can be set all the same.
  const isReplaced = 'select, input[type="checkbox"], input[type="radio"], input[type="file"]';
  if (!isShown && !(needs.receivesEvents === false && ownMatches(element, isReplaced))) {
    return { state: 'hidden', ...at };
  }
  if (needs.isEnabled && isDisabled(element)) return { state: 'disabled', ...at };
  if (!isShown) return { state: 'ready', ...at };
  if (!isInWindow(element)) {
    Element.prototype.scrollIntoView.call(element, {
      block: 'center',
      inline: 'center',
      behavior: 'instant',
    });
  }
  const before = firstBox(element);
  await nextFrame();
  const box = firstBox(element);
  if (!before || !box) return { state: 'hidden', ...at };
  if (before.x !== box.x || before.y !== box.y || before.width !== box.width) {
    return { state: 'moving', ...at };
  }
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const outer = ownBox(element);
  const point = {
    x: needs.offsetX === undefined ? middle.x : outer.x + needs.offsetX,
    y: needs.offsetY === undefined ? middle.y : outer.y + needs.offsetY,
  };
  if (!needs.receivesEvents) return { state: 'ready', ...point };
  const isInside =
    point.x >= outer.left &&
    point.x <= outer.right &&
    point.y >= outer.top &&
    point.y <= outer.bottom;
  const isOnLabel = !isInside && isLabelled(element, point.x, point.y);
  // The element may have been larger when its offsets were recorded.
  const points = isInside || isOnLabel ? [point, middle] : [middle];
  const hit = points.find(({ x, y }) => isHitAt(element, x, y) || isLabelled(element, x, y));
  if (hit) return { state: 'ready', isOnLabel, ...hit };
  return { state: 'covered', by: describeElement(topmostAt(point.x, point.y)), ...point };
}

export function isInWindow(element: Element): boolean {
  const { left, top, right, bottom } = ownBox(element);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}

export function isDisabled(element: Element): boolean {
  if (ownMatches(element, ':disabled')) return true;
  return ownAttribute(element, 'aria-disabled') === 'true';
}

/** Returns whether the point shows a label of the element: a click on it reaches the element. */
export function isLabelled(element: Element, x: number, y: number): boolean {
  const { labels } = element as Partial<HTMLInputElement>;
  return [...(labels ?? [])].some((label) => isWithin(topmostAt(x, y), label));
}

/** Returns a start tag and the first words of an element. */
export function describeElement(element: Element | null): string {
  if (!element) return 'nothing';
  const id = ownAttribute(element, 'id');
  const names = ownAttribute(element, 'class');
  const text = (ownOf(element, 'textContent') ?? '').slice(0, 1000).trim().replace(/\s+/g, ' ');
  const attribute = (name: string, value: string | null) =>
    value === null ? '' : ` ${name}="${value.slice(0, 40)}"`;
  const tag = `<${element.localName}${attribute('id', id)}${attribute('class', names)}>`;
  return text === '' ? tag : `${tag} ${JSON.stringify(text.slice(0, 40))}`;
}

/** Result of {@link prepareText}. */
export type TextTarget = 'typed' | 'set' | 'readonly' | 'none';

/**
 * Focuses an element with its text selected, so that typing replaces it, or sets the value
 * of one that takes no text: a list, a date, a checkbox.
 */
export function prepareText(given: Element, value: string): TextTarget {
  const element = (given instanceof HTMLLabelElement && given.control) || given;
  if (element instanceof HTMLSelectElement) return chooseOption(element, value);
  if (element instanceof HTMLInputElement) {
    if (/^(?:checkbox|radio)$/.test(element.type)) {
      const isOn = !/^(?:false|off|0|)$/i.test(value);
      if (element.checked !== isOn) element.click();
      return 'set';
    }
    if (element.type === 'file') return 'none';
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.readOnly) return 'readonly';
    element.focus();
    if (/^(?:color|date|datetime-local|month|range|time|week)$/.test(element.type)) {
      setValue(element, value);
      return 'set';
    }
    element.select();
    return 'typed';
  }
  if (element instanceof HTMLElement && element.isContentEditable) {
    element.focus();
    getSelection()?.selectAllChildren(element);
    return 'typed';
  }
  return 'none';
}

/** Chooses options by value, or else by text. */
export function chooseOption(select: HTMLSelectElement, value: string): TextTarget {
  const options = [...select.options];
  const isNamed = (option: HTMLOptionElement) => option.label.trim() === value.trim();
  const option = options.find((one) => one.value === value) ?? options.find(isNamed);
  if (!option || option.disabled) return 'none';
  if (select.multiple) option.selected = true;
  else select.value = option.value;
  announceChange(select);
  return 'set';
}

/** Sets a value so that frameworks that replace the property notice it. */
export function setValue(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element);
  announceChange(element);
}

export function announceChange(element: Element): void {
  for (const type of ['input', 'change']) {
    element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
}

/** Returns the options of a list, for the message of a step that found none. */
export function optionTexts(element: Element): string[] {
  if (!(element instanceof HTMLSelectElement)) return [];
  return [...element.options].slice(0, 50).map(({ label }) => label.trim().slice(0, 60));
}

/** A file for a file input, with base64 content. */
export interface InputFile {
  name: string;
  type: string;
  content: string;
}

/** Sets the files of a file input, as a reader who chose them. */
export function setFiles(given: Element, files: readonly InputFile[]): boolean {
  const element = (given instanceof HTMLLabelElement && given.control) || given;
  if (!(element instanceof HTMLInputElement) || element.type !== 'file') return false;
  const transfer = new DataTransfer();
  for (const { name, type, content } of files) {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type }));
  }
  element.files = transfer.files;
  announceChange(element);
  return true;
}

/** Scrolls an element, or brings it into view; without an element, scrolls the page. */
export async function scrollForStep(
  element: Element | null,
  x: number | undefined,
  y: number | 'top' | 'bottom' | undefined,
): Promise<void> {
  // An application may scroll an element instead of its document.
  const target = element ?? findScroller() ?? document.documentElement;
  if (element && x === undefined && y === undefined) {
    Element.prototype.scrollIntoView.call(element, { block: 'center', behavior: 'instant' });
  } else {
    const top = y === 'bottom' ? target.scrollHeight : y === 'top' ? 0 : y;
    target.scrollTo({
      ...(x === undefined ? {} : { left: x }),
      ...(top === undefined ? {} : { top }),
      behavior: 'instant',
    });
  }
  await passFrames(2);
}

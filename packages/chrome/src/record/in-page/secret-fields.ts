/// <reference lib="dom" />
import { secretKindOf } from '@tintype/contract/steps';
import { ownAttribute, ownElements, ownOf, ownParent } from '@tintype/core/in-page';
import { isEditable } from './field-kinds.ts';

/** Attributes that name a field for people or programs. */
export const fieldAttributes = ['autocomplete', 'name', 'id', 'aria-label', 'placeholder', 'title'];

/** Returns the kind of secret that a field takes; an empty text if it takes none. */
export function secretOf(element: Element): string {
  if (!isEditable(element)) return '';
  for (const text of fieldNames(element)) {
    const kind = secretKindOf(text);
    if (kind !== '') return kind;
  }
  if (isCodeBox(element)) return 'code';
  // Pages also disguise text fields, so that no password manager fills them.
  const disguise = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  const isPassword = element instanceof HTMLInputElement && element.type === 'password';
  return isPassword || (disguise !== '' && disguise !== 'none') ? 'password' : '';
}

/** Returns the attributes and the labels of a field. */
export function fieldNames(element: Element): string[] {
  const root = ownOf(element, 'getRootNode').call(element);
  const ids = (ownAttribute(element, 'aria-labelledby') ?? '').split(/\s+/).slice(0, 5);
  const labels: (Node | null)[] = ids.map((id) =>
    root instanceof Document || root instanceof ShadowRoot
      ? ownOf(root, 'getElementById').call(root, id)
      : null,
  );
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    labels.push(...(element.labels ?? []));
  }
  const attributes = fieldAttributes.map((name) => ownAttribute(element, name));
  const texts = labels.map((label) => label && ownOf(label, 'textContent'));
  return [...attributes, ...texts].map((text) => (text ?? '').trim().slice(0, 200));
}

/** Returns true for one of several fields of one character, as forms for codes have them. */
export function isCodeBox(element: Element): boolean {
  const box = 'input[maxlength="1"]';
  if (ownAttribute(element, 'maxlength') !== '1') return false;
  let around = ownParent(element);
  for (let left = 4; around && left > 0; left -= 1) {
    if (ownElements(around, box).length > 2) return true;
    around = ownParent(around);
  }
  return false;
}

/** Returns true if a text contains one of the values. Short ones occur by chance. */
export function containsAny(text: string, values: Iterable<string>): boolean {
  for (const value of values) if (value.length > 3 && text.includes(value)) return true;
  return false;
}

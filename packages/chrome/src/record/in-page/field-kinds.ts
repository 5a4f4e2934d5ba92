/// <reference lib="dom" />

/** Returns true if a field opens a list or a calendar of the browser: only its value is recorded. */
export function isPicked({ type }: HTMLInputElement): boolean {
  return /^(?:color|date|datetime-local|month|range|time|week|file)$/.test(type);
}

export function takesNoClick(element: Element): boolean {
  if (element instanceof HTMLSelectElement || element instanceof HTMLOptionElement) return true;
  return element instanceof HTMLInputElement && isPicked(element);
}

/** Returns true if typing changes the text of an element. */
export function isEditable(element: Element): boolean {
  if (element instanceof HTMLInputElement) {
    return (
      !/^(?:button|checkbox|image|radio|reset|submit)$/.test(element.type) && !isPicked(element)
    );
  }
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}

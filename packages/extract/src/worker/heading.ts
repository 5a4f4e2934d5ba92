import { elementsOf, oneLine } from './tree.ts';

/**
 * Returns the heading of a page: the longest of the first level that the title of the document
 * holds, else the only one, else ''.
 */
export function headingOf(body: Element, title: string): string {
  const texts = elementsOf(body, 'h1')
    .map((heading) => oneLine(heading.textContent))
    .filter(Boolean);
  const [named] = texts
    .filter((text) => oneLine(title).includes(text))
    .toSorted((a, b) => b.length - a.length);
  return named ?? (texts.length === 1 ? texts[0]! : '');
}

import type { ImageBox } from '../../viewer/image-viewer.tsx';

/** An element, with its box in px of the document. */
export interface PickElement {
  selector: string;
  text: string;
  box: ImageBox;
}

/** Result of a scrape with `format: elements`. */
export interface ScrapedElements {
  width: number;
  height: number;
  elements: readonly {
    selector: string;
    text: string;
    box: readonly [x: number, y: number, width: number, height: number];
    image?: string;
  }[];
}

/** Maximum number of elements, as in a scrape; containers are added to them. */
const maxElements = 5_000;

/**
 * Returns the elements of a page, and their containers: the elements that their selectors name on
 * the way, with the box of what is in them.
 */
export function pickElements({ elements }: ScrapedElements): PickElement[] {
  const found = elements
    .slice(0, maxElements)
    .map(({ selector, text, box: [x, y, width, height], image }) => ({
      selector,
      text: text || (image ? 'image' : ''),
      box: { x, y, width, height },
    }));
  const known = new Set(found.map(({ selector }) => selector));
  const containers = new Map<string, ImageBox>();
  for (const { selector, box } of found) {
    for (const outer of containersOf(selector)) {
      const before = containers.get(outer);
      if (!known.has(outer)) containers.set(outer, before ? union(before, box) : box);
    }
  }
  return [...found, ...[...containers].map(([selector, box]) => ({ selector, text: '', box }))];
}

function containersOf(selector: string): string[] {
  const steps = selector.split(' > ');
  return steps
    .map((_, at) => steps.slice(0, at).join(' > '))
    .filter((outer) => outer !== '' && outer !== 'body' && outer !== 'html');
}

function union(one: ImageBox, other: ImageBox): ImageBox {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  const height = Math.max(one.y + one.height, other.y + other.height) - y;
  return { x, y, width, height };
}

/** Returns the smallest element at a point. */
export function elementAt(
  elements: readonly PickElement[],
  x: number,
  y: number,
): PickElement | undefined {
  let smallest: PickElement | undefined;
  const area = ({ box }: PickElement) => box.width * box.height;
  for (const element of elements) {
    const { box } = element;
    const isIn = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    if (isIn && (!smallest || area(element) < area(smallest))) smallest = element;
  }
  return smallest;
}

/** Returns the elements whose selector or text contains what was typed. */
export function matchElements(elements: readonly PickElement[], typed: string): PickElement[] {
  const needle = typed.trim().toLowerCase();
  return elements.filter(({ selector, text }) =>
    `${selector}\n${text}`.toLowerCase().includes(needle),
  );
}

import { ownBox, ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';
import { undoStyle } from '../../../page/in-page/undo.ts';

type UsedStyles = Map<Element, Map<string, string>>;

type SizedWorld = typeof globalThis & {
  tintypeBoxes?: readonly number[];
  tintypeStyles?: UsedStyles;
};

/** Returns top and height of every element, in document order. */
export function usedBoxes(): number[] {
  return [...ownElements(document, 'html, body, body *')].flatMap((element) => {
    const { top, height } = ownBox(element);
    return [top, height];
  });
}

export function usedStyles(properties: readonly string[]): UsedStyles {
  return new Map(
    [...ownElements(document, 'html, body, body *')].map((element) => {
      const style = getComputedStyle(element);
      return [element, new Map(properties.map((name) => [name, style.getPropertyValue(name)]))];
    }),
  );
}

export function keepBoxes(): void {
  (globalThis as SizedWorld).tintypeBoxes = usedBoxes();
}

/** Returns whether any element has moved or grown since {@link keepBoxes}. */
export function haveBoxesMoved(): boolean {
  const { tintypeBoxes: before = [] } = globalThis as SizedWorld;
  return usedBoxes().some((value, index) => value !== before[index]);
}

export function keepStyles(properties: readonly string[]): void {
  (globalThis as SizedWorld).tintypeStyles = usedStyles(properties);
}

/** Sets every element to the values read by {@link keepStyles}. */
export function pinStyles(properties: readonly string[]): void {
  const { tintypeStyles: known } = globalThis as SizedWorld;
  for (const [element, styles] of usedStyles(properties)) {
    const kept = known?.get(element);
    if (!kept) continue;
    const style = ownOf(element as HTMLElement, 'style');
    const isKept = [...styles].every(([name, value]) => (kept.get(name) ?? '') === value);
    if (isKept) continue;
    undoStyle(element);
    for (const [name, value] of styles) {
      const wanted = kept.get(name) ?? '';
      if (wanted === value) continue;
      style.setProperty(name, wanted, 'important');
      if (name === 'height') {
        style.setProperty('min-height', '0', 'important');
        style.setProperty('max-height', 'none', 'important');
      }
      if (name === 'top') style.setProperty('bottom', 'auto', 'important');
    }
  }
}

import { ownElements } from '../../page/in-page/own-nodes.ts';
import { displayed, isDisplayed, squeezed } from './displayed.ts';

export interface Controls {
  /** Number of displayed links. */
  links: number;
  /** Fields for typing: their type, and the start of their names. */
  fields: { type: string; name: string }[];
  buttons: string[];
}

export interface FrameSign {
  src: string;
  width: number;
  height: number;
  /** Share of the window that it covers. */
  share: number;
}

/** Finds the controls of a page; of one with long text, only the buttons of a paywall. */
export function findControls(isLong: boolean, hasPaywall: boolean): Controls {
  if (isLong) return { links: 0, fields: [], buttons: hasPaywall ? readLabels(document) : [] };
  const fields = displayed(
    'input:not([type]), input[type="text" i], input[type="email" i], input[type="tel" i], input[type="password" i], input[type="number" i], input[type="date" i], input[type="search" i], textarea, select',
    20,
  ).map((field) => ({
    type:
      field.localName === 'input'
        ? (field.getAttribute('type') ?? 'text').toLowerCase()
        : field.localName,
    name: squeezed(
      ['name', 'id', 'autocomplete', 'placeholder', 'aria-label']
        .map((name) => field.getAttribute(name)?.slice(0, 40) ?? '')
        .join(' '),
      120,
    ),
  }));
  return {
    links: displayed('a[href]', 60).length,
    fields,
    buttons: readLabels(document),
  };
}

/** Returns labels of buttons; the first 20. */
export function readLabels(root: Node): string[] {
  const labels: string[] = [];
  let left = 60;
  const selector =
    'button, [role="button"], input[type="submit" i], input[type="button" i], a[class*="button" i], a[class*="btn" i]';
  for (const button of ownElements(root, selector)) {
    if (labels.length >= 20 || left-- === 0) break;
    if (!isDisplayed(button)) continue;
    const said =
      (button.textContent ?? '').trim() ||
      (button.getAttribute('value') ?? button.getAttribute('aria-label') ?? '');
    const label = squeezed(said, 60);
    if (label !== '') labels.push(label);
  }
  return labels;
}

/** Returns displayed frames; the first 10. */
export function findFrames(): FrameSign[] {
  return displayed('iframe, frame', 10).map((frame) => {
    const box = frame.getBoundingClientRect();
    const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return {
      src: (frame.getAttribute('src') ?? '').slice(0, 200),
      width: Math.round(box.width),
      height: Math.round(box.height),
      share: (Math.max(0, width) * Math.max(0, height)) / (innerWidth * innerHeight),
    };
  });
}

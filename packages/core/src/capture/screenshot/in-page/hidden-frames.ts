import { ownBox, ownElements, ownShadow } from '../../../page/in-page/own-nodes.ts';
import type { Area } from '../../geometry/area.ts';

export function isRemoteFrame(frame: Element): boolean {
  try {
    // The content of an `embed` cannot be read.
    return ((frame as HTMLIFrameElement).contentDocument ?? null) === null;
  } catch {
    return true;
  }
}

/** Returns frames in the tree and in its open shadow trees. */
export function framesIn(root: Document | ShadowRoot): Element[] {
  return [...ownElements(root, '*')].flatMap((element) => {
    const shadowRoot = ownShadow(element);
    return [
      ...(/^(iframe|frame|object|embed|fencedframe)$/i.test(element.localName) ? [element] : []),
      ...(shadowRoot ? framesIn(shadowRoot) : []),
    ];
  });
}

/** Returns whether a frame, or one inside it, is of another origin. */
export function holdsRemoteFrame(frame: Element): boolean {
  if (isRemoteFrame(frame)) return true;
  return framesIn((frame as HTMLIFrameElement).contentDocument as Document).some(holdsRemoteFrame);
}

/** Returns whether a frame of another origin is in the area but outside the window. */
export function hasHiddenFrames(area: Area): boolean {
  return framesIn(document).some((frame) => {
    const { left, top, right, bottom, width, height } = ownBox(frame);
    if (width === 0 || height === 0) return false;
    const shows =
      left + scrollX < area.x + area.width &&
      right + scrollX > area.x &&
      top + scrollY < area.y + area.height &&
      bottom + scrollY > area.y;
    const isSeen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return shows && !isSeen && holdsRemoteFrame(frame);
  });
}

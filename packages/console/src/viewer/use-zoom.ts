import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { boundedZoom, scrollAfter, zoomOfKey, zoomOfWheel } from './zoom.ts';

/** `fit`: the image is at most as wide as its place. */
export type Zoom = number | 'fit';

/** Point of the scroller that stays in its place, in px. */
interface Anchor {
  x: number;
  y: number;
  ratio: number;
}

/**
 * Zoom and pan of the image in a scroller: Ctrl and wheel, pinch, drag and keys. Arrow keys scroll
 * it, as the browser does.
 */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  image: RefObject<HTMLImageElement | null>,
) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const anchor = useRef<Anchor | undefined>(undefined);
  const shown = () => {
    const { clientWidth = 0, naturalWidth = 0 } = image.current ?? {};
    return naturalWidth > 0 ? clientWidth / naturalWidth : 1;
  };
  const zoomTo = (next: Zoom, at?: { x: number; y: number }) => {
    const box = scroller.current;
    const { x, y } = at ?? { x: (box?.clientWidth ?? 0) / 2, y: (box?.clientHeight ?? 0) / 2 };
    if (next !== 'fit') anchor.current = { x, y, ratio: next / shown() };
    setZoom(next);
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    const kept = anchor.current;
    anchor.current = undefined;
    if (!box || !kept) return;
    box.scrollTo({
      left: scrollAfter(box.scrollLeft, kept.x, kept.ratio),
      top: scrollAfter(box.scrollTop, kept.y, kept.ratio),
    });
  }, [zoom]);
  useEffect(() => {
    const box = scroller.current;
    return box ? followPointers(box, shown, zoomTo) : undefined;
  }, []);
  /** Returns false if the key does not zoom. */
  const zoomBy = (key: string): boolean => {
    const next = zoomOfKey(key, shown());
    if (next !== undefined) zoomTo(next);
    return next !== undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey;
    if (!isOther && zoomBy(event.key)) event.preventDefault();
  };
  return { zoom, zoomTo, zoomBy, onKeyDown };
}

/** Follows wheel, drag and pinch. Returns a function that stops it. */
function followPointers(
  box: HTMLElement,
  shown: () => number,
  zoomTo: (zoom: Zoom, at: { x: number; y: number }) => void,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(zoomOfWheel(event.deltaY, shown()), placeOf(event));
  };
  // Not passive: the browser would zoom its page.
  box.addEventListener('wheel', onWheel, { signal, passive: false });
  const isDragging = ({ pointerType, buttons }: PointerEvent) =>
    pointerType === 'mouse' && buttons === 1;
  const onMove = (event: PointerEvent) => {
    if (isDragging(event)) box.scrollBy(-event.movementX, -event.movementY);
  };
  const onDown = (event: PointerEvent) => {
    const isOnBar = event.offsetX > box.clientWidth || event.offsetY > box.clientHeight;
    if (isDragging(event) && !(event.target === box && isOnBar)) {
      box.setPointerCapture(event.pointerId);
    }
  };
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  let pinch: { distance: number; zoom: number } | undefined;
  const onTouch = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (!one || !other) return void (pinch = undefined);
    event.preventDefault();
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    pinch ??= { distance, zoom: shown() };
    const middle = {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
    };
    zoomTo(boundedZoom((pinch.zoom * distance) / pinch.distance), placeOf(middle));
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
    box.addEventListener(type, onTouch, { signal, passive: false });
  }
  return () => ending.abort();
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { useObjectUrl } from '../../viewer/use-object-url.ts';
import type { PickedPage } from './load-page.ts';
import { elementAt, type PickElement } from './page-elements.ts';

interface ImageProps {
  page: PickedPage;
  hovered: PickElement | undefined;
  picked: readonly string[];
  onHover(element: PickElement | undefined): void;
  onPick(element: PickElement): void;
}

/** The image of the page: the smallest element under the pointer is marked. */
export function PageImage({ page, hovered, picked, onHover, onPick }: ImageProps) {
  const { image, elements, width, height } = page;
  const source = useObjectUrl(image);
  const [size, setSize] = useState<{ width: number; height: number } | undefined>();
  const mark = useRef<SVGRectElement>(null);
  // A page that is wider than its window, or an image that was cut, has less of one side.
  const scale = size && Math.max(size.width / width, size.height / height);
  const find = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    if (!size || !scale) return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const ratio = size.width / box.width / scale;
    return elementAt(
      elements,
      (event.clientX - box.left) * ratio,
      (event.clientY - box.top) * ratio,
    );
  };
  useEffect(() => {
    // One from the list may be outside the visible part.
    if (hovered) mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [hovered]);
  const chosen = elements.filter(({ selector }) => picked.includes(selector));
  return (
    <div class="plate scroll picker-image" tabIndex={0} role="region" aria-label="The page">
      <div class="screen">
        <img
          src={source}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
        />
        {size && scale && (
          <svg
            class="boxes"
            viewBox={`0 0 ${size.width / scale} ${size.height / scale}`}
            aria-hidden="true"
            onPointerMove={(event) => onHover(find(event))}
            onPointerLeave={() => onHover(undefined)}
            onClick={(event) => {
              const element = find(event);
              if (element) onPick(element);
            }}
          >
            {chosen.map(({ selector, box }) => (
              <rect key={selector} {...box} class="chosen" />
            ))}
            {hovered && <rect ref={mark} {...hovered.box} />}
          </svg>
        )}
      </div>
    </div>
  );
}

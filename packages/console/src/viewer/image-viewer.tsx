import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CopyButton } from '../shell/copy-button.tsx';
import { copyImage } from './clipboard.ts';
import { FullScreenButton, SaveLink } from './file-actions.tsx';
import { useZoom } from './use-zoom.ts';

/** An area of an image, in its pixels. */
export interface ImageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Frame around an image, as a device shows it. */
export interface DeviceFrame {
  type: 'browser' | 'phone';
  /** Address in the frame of a browser. */
  address: string;
}

export interface ImageProps {
  /** URL that this page may display. */
  source: string;
  /** Name of the saved file. Default: that of the response. */
  name?: string | undefined;
  frame?: DeviceFrame | undefined;
  /** Areas to mark. */
  boxes?: readonly ImageBox[] | undefined;
  /** Further actions. */
  children?: ComponentChildren;
}

/** Height of an image for its width that is still shown as a whole: that of a phone. */
const maxWholeRatio = 2.4;

/** An image with zoom and pan, in a frame, to be copied and saved. */
export function ImageViewer({ source, name, frame, boxes = [], children }: ImageProps) {
  const figure = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | undefined>();
  const [isFramed, setFramed] = useState(true);
  const { zoom, zoomTo, zoomBy, onKeyDown } = useZoom(scroller, image);
  const isTall = size !== undefined && size.height > size.width * maxWholeRatio;
  const width = size && zoom !== 'fit' ? size.width * zoom : undefined;

  return (
    <figure ref={figure} class="image">
      <figcaption class="bar">
        <span>{size ? `${size.width} × ${size.height} px` : 'Image'}</span>
        {frame && (
          <button type="button" aria-pressed={isFramed} onClick={() => setFramed(!isFramed)}>
            Frame
          </button>
        )}
        <span class="group" role="group" aria-label="Zoom">
          <button type="button" aria-label="Smaller" title="Smaller: −" onClick={() => zoomBy('-')}>
            −
          </button>
          <button
            type="button"
            title="Fit: 0, original size: 1"
            onClick={() => zoomTo(zoom === 'fit' ? 1 : 'fit')}
          >
            {zoom === 'fit' ? 'Fit' : `${Math.round(zoom * 100)} %`}
          </button>
          <button type="button" aria-label="Larger" title="Larger: +" onClick={() => zoomBy('+')}>
            +
          </button>
        </span>
        <CopyButton copy={() => copyImage(image.current)} />
        <SaveLink source={source} name={name} />
        <FullScreenButton of={figure} />
        {children}
      </figcaption>
      <div
        ref={scroller}
        class={`plate scroll stage ${zoom === 'fit' ? 'fit' : ''}`}
        tabIndex={0}
        role="region"
        aria-label="The image: + and - zoom, 0 fits, arrow keys move"
        onKeyDown={onKeyDown}
      >
        <div class={frame && isFramed ? `device ${frame.type} ${isTall ? '' : 'whole'}` : 'bare'}>
          {frame && isFramed && frame.type === 'browser' && (
            <p class="device-bar" aria-hidden="true">
              <span>{frame.address}</span>
            </p>
          )}
          <div class="screen">
            <img
              ref={image}
              src={source}
              alt="The result"
              width={width}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
            {size && boxes.length > 0 && <Boxes {...{ size, boxes }} />}
          </div>
        </div>
      </div>
    </figure>
  );
}

function Boxes({
  size: { width, height },
  boxes,
}: {
  size: { width: number; height: number };
  boxes: readonly ImageBox[];
}) {
  return (
    <svg class="boxes" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {boxes.map((box, at) => (
        <rect key={at} {...box} />
      ))}
    </svg>
  );
}

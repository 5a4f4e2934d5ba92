import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMs } from '../format.ts';
import { SaveLink } from './file-actions.tsx';
import { frameTimes } from './frame-times.ts';

interface VideoProps {
  source: string;
  name?: string | undefined;
  /** Further actions. */
  children?: ComponentChildren;
}

/** A frame of a video, as a small image. */
interface VideoFrame {
  atS: number;
  image: string;
}

const frameWidth = 160;

/** A video, and a strip of its frames; a click on one seeks. */
export function VideoViewer({ source, name, children }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const frames = useFrames(source);
  const [size, setSize] = useState('Video');
  const seek = (atS: number) => {
    if (!video.current) return;
    video.current.pause();
    video.current.currentTime = atS;
  };
  return (
    <figure class="video">
      <figcaption class="bar">
        <span>{size}</span>
        <SaveLink source={source} name={name} />
        {children}
      </figcaption>
      {/* Muted, so that it may start automatically. */}
      <video
        ref={video}
        class="plate"
        src={source}
        controls
        muted
        autoplay
        loop
        playsInline
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight, duration } }) =>
          setSize(
            // A WebM may have no duration.
            `${videoWidth} × ${videoHeight} px${Number.isFinite(duration) ? `, ${formatMs(duration * 1000)}` : ''}`,
          )
        }
      />
      {frames.length > 0 && (
        <ul class="strip frames" aria-label="Frames">
          {frames.map(({ atS, image }) => (
            <li key={atS}>
              <button type="button" onClick={() => seek(atS)}>
                <img src={image} alt="" />
                <span>
                  <span class="hidden">Seek to </span>
                  {atS.toFixed(1)} s
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** Reads frames with a second, hidden video, one after the other. */
function useFrames(source: string): readonly VideoFrame[] {
  const [frames, setFrames] = useState<readonly VideoFrame[]>([]);
  useEffect(() => {
    const video = document.createElement('video');
    Object.assign(video, { muted: true, preload: 'auto', src: source });
    let times: readonly number[] = [];
    const found: VideoFrame[] = [];
    const next = () => {
      const atS = times[found.length];
      if (atS !== undefined) video.currentTime = atS;
    };
    const start = () => {
      times = frameTimes(video.duration);
      next();
    };
    const take = () => {
      const image = drawn(video);
      if (image === undefined) return;
      found.push({ atS: times[found.length] ?? 0, image });
      setFrames([...found]);
      next();
    };
    video.addEventListener('loadeddata', start, { once: true });
    video.addEventListener('seeked', take);
    return () => {
      video.removeEventListener('seeked', take);
      video.removeAttribute('src');
      video.load();
    };
  }, [source]);
  return frames;
}

function drawn(video: HTMLVideoElement): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = frameWidth;
  canvas.height = Math.max(1, Math.round((frameWidth * video.videoHeight) / video.videoWidth));
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context ? canvas.toDataURL('image/jpeg', 0.7) : undefined;
}

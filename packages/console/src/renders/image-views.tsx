import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const views = {
  side: 'Side by side',
  slider: 'Slider',
  blink: 'Blink',
  picture: 'Differences',
} as const;

type TwoImages = Pick<ImageViewsProps, 'before' | 'after' | 'titles'>;

interface ImageViewsProps {
  /** Addresses of the images. */
  before: string;
  after: string;
  /** Titles of the images. */
  titles: readonly [before: string, after: string];
  first?: keyof typeof views;
  /** Shown in the view of the differences. */
  children: ComponentChildren;
}

/** Two images: side by side, overlaid, in turn, and as a difference. */
export function ImageViews({ before, after, titles, first = 'side', children }: ImageViewsProps) {
  const [view, setView] = useState<keyof typeof views>(first);
  return (
    <>
      <div class="bar" role="group" aria-label="View">
        {Object.entries(views).map(([name, title]) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            onClick={() => setView(name as keyof typeof views)}
          >
            {title}
          </button>
        ))}
      </div>
      {view === 'side' && (
        <div class="pair">
          <Side title={titles[0]} source={before} />
          <Side title={titles[1]} source={after} />
        </div>
      )}
      {view === 'slider' && <Slider {...{ before, after, titles }} />}
      {view === 'blink' && <Blink {...{ before, after, titles }} />}
      {view === 'picture' && children}
    </>
  );
}

function Side({ title, source }: { title: string; source: string }) {
  return (
    <figure>
      <figcaption class="quiet">{title}</figcaption>
      <div class="plate scroll" tabIndex={0} role="region" aria-label={title}>
        <img src={source} alt={title} />
      </div>
    </figure>
  );
}

function Slider({ before, after, titles }: TwoImages) {
  const [share, setShare] = useState(50);
  return (
    <>
      <label class="slider">
        <span class="hidden">Position of the divider</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          onInput={(event) => setShare(Number(event.currentTarget.value))}
        />
      </label>
      <div class="plate over">
        <img src={before} alt={titles[0]} />
        <img src={after} alt={titles[1]} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
      </div>
    </>
  );
}

/** Fewer than three flashes per second, which can cause seizures. */
const blinkMs = 700;

/** One image after the other at the same place, by a key or on its own. */
function Blink({ before, after, titles }: TwoImages) {
  const [isLater, setLater] = useState(false);
  const [isBlinking, setBlinking] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  useEffect(() => {
    if (!isBlinking) return undefined;
    const timer = setInterval(() => setLater((is) => !is), blinkMs);
    return () => clearInterval(timer);
  }, [isBlinking]);
  const showOther = () => {
    setBlinking(false);
    setLater(!isLater);
  };
  return (
    <>
      <div class="bar">
        <strong>{titles[isLater ? 1 : 0]}</strong>
        <button type="button" onClick={showOther}>
          Switch
        </button>
        <button type="button" aria-pressed={isBlinking} onClick={() => setBlinking(!isBlinking)}>
          Alternate
        </button>
      </div>
      <div class="plate over">
        <img src={before} alt={titles[0]} style={{ visibility: isLater ? 'hidden' : 'visible' }} />
        <img src={after} alt={titles[1]} style={{ visibility: isLater ? 'visible' : 'hidden' }} />
      </div>
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { MarkdownView } from './markdown-view.tsx';

interface FileProps {
  /** URL that this page may display. */
  source: string;
  mediaType: string;
  /** Returns the file as text. */
  read(): Promise<string>;
}

/** Displays a result by its type. Nothing in it is executed: HTML is shown without scripts. */
export function FileView({ source, mediaType, read }: FileProps) {
  if (mediaType.startsWith('image/')) return <ImageView source={source} />;
  if (mediaType.startsWith('video/')) {
    // Muted, so that it may start automatically.
    return <video class="plate" src={source} controls muted autoplay loop playsInline />;
  }
  if (mediaType.startsWith('application/pdf')) {
    return (
      <>
        <iframe class="plate pdf" src={source} title="The PDF" />
        <Download source={source} />
      </>
    );
  }
  if (/^text\/|json/.test(mediaType)) return <TextView {...{ mediaType, read, source }} />;
  return <Download source={source} />;
}

function Download({ source }: { source: string }) {
  return (
    <p>
      <a href={source} download>
        Save the file
      </a>
    </p>
  );
}

function ImageView({ source }: { source: string }) {
  const [zoom, setZoom] = useState<'fit' | 'real' | 'double'>('fit');
  const [size, setSize] = useState<{ width: number; height: number } | undefined>();
  const width = size && zoom !== 'fit' ? size.width * (zoom === 'double' ? 2 : 1) : undefined;
  return (
    <figure class="image">
      <figcaption class="bar">
        <span>{size ? `${size.width} × ${size.height} px` : 'Image'}</span>
        <select
          aria-label="Zoom"
          value={zoom}
          onChange={(event) => setZoom(event.currentTarget.value as typeof zoom)}
        >
          <option value="fit">fit</option>
          <option value="real">100 %</option>
          <option value="double">200 %</option>
        </select>
        <a href={source} download>
          Save
        </a>
      </figcaption>
      <div class={`plate scroll ${zoom}`} tabIndex={0} role="region" aria-label="The image">
        <img
          src={source}
          alt="The result"
          width={width}
          onLoad={({ currentTarget: image }) =>
            setSize({ width: image.naturalWidth, height: image.naturalHeight })
          }
        />
      </div>
    </figure>
  );
}

/** Keeps a frame without scripts from loading images and styles of the service. */
const framePolicy = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`;

/** Maximum number of displayed characters: more would take a browser seconds. */
const maxShown = 200_000;

function TextView({ mediaType, read, source }: FileProps) {
  const isHtml = mediaType.startsWith('text/html');
  const isMarkdown = mediaType.startsWith('text/markdown');
  const [text, setText] = useState<string | undefined>();
  const [isRendered, setRendered] = useState(false);
  useEffect(() => {
    read().then(setText, () => setText(''));
  }, [source]);
  if (text === undefined) return <div class="skeleton plate" aria-busy="true" />;
  const shown = text.slice(0, maxShown);
  return (
    <div class="text">
      <div class="bar">
        <span>{text.length.toLocaleString('en')} characters</span>
        {(isHtml || isMarkdown) && (
          <button type="button" aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
            Rendered
          </button>
        )}
        <a href={source} download>
          Save
        </a>
      </div>
      {isRendered && isMarkdown && <MarkdownView text={shown} />}
      {isRendered && isHtml && (
        <iframe class="plate" sandbox="" srcdoc={framePolicy + shown} title="The HTML" />
      )}
      {!isRendered && (
        <pre class="plate" tabIndex={0} aria-label="The text">
          {shown}
        </pre>
      )}
      {text.length > maxShown && <p class="quiet">The first {maxShown} characters are shown.</p>}
    </div>
  );
}

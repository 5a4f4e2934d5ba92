import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../format.ts';
import { mediaTypeOf } from './request-state.ts';

interface ThumbnailProps {
  /** Path of the file on this service, if it is stored. */
  path: string | undefined;
  title: string;
  /** Pages of a PDF, if known. */
  pages?: number | undefined;
  /** Shown without a file: a status, or the reason of a failure. */
  fallback: string;
}

/** A small view of a stored file by its type, in a box of fixed proportions. */
export function Thumbnail({ path, title, pages, fallback }: ThumbnailProps) {
  return (
    <span class="thumbnail">
      {path === undefined ? <Words text={fallback} /> : <Preview {...{ path, title, pages }} />}
    </span>
  );
}

function Preview({ path, title, pages }: Omit<ThumbnailProps, 'fallback'> & { path: string }) {
  const type = mediaTypeOf(path);
  if (type.startsWith('image/')) {
    return <img src={path} alt="" loading="lazy" decoding="async" />;
  }
  if (type.startsWith('video/')) {
    return (
      <WhenNear>
        {/* Without a time, Safari shows no frame before the video plays. */}
        <video src={`${path}#t=0.001`} preload="metadata" muted playsInline tabIndex={-1} />
      </WhenNear>
    );
  }
  if (type === 'application/pdf') return <Sheet {...{ title, pages }} />;
  if (/^text\/|json/.test(type)) {
    return (
      <WhenNear>
        <FirstLines path={path} />
      </WhenNear>
    );
  }
  return <Words text={path.split('.').at(-1) ?? ''} />;
}

function Words({ text }: { text: string }) {
  return <span class="no-image">{text}</span>;
}

/** A drawn sheet: browsers show pages of a PDF only in frames, which load all of it. */
export function Sheet({ title, pages }: { title: string; pages?: number | undefined }) {
  return (
    <span class="no-image">
      <span class="sheet">
        <span>{title}</span>
        <span class="quiet">{pages === undefined ? 'PDF' : `PDF, ${countOf(pages, 'page')}`}</span>
      </span>
    </span>
  );
}

/** Loads its content when it is nearly visible, as `loading="lazy"` does for images only. */
function WhenNear({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={box} class="near">
      {isNear && children}
    </span>
  );
}

/** Bytes of a text that are loaded for its thumbnail. */
const startBytes = 1_500;

function FirstLines({ path }: { path: string }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const ending = new AbortController();
    fetch(path, { headers: { range: `bytes=0-${startBytes - 1}` }, signal: ending.signal })
      .then(async (answer) => (answer.ok ? answer.text() : ''))
      // The last character may be cut.
      .then((start) => setText(start.slice(0, startBytes).replace(/\uFFFD$/, '')))
      // The page of the render reports errors.
      .catch(() => {});
    return () => ending.abort();
  }, [path]);
  return <FewLines text={text} />;
}

/** The start of a text, as text. */
export function FewLines({ text }: { text: string }) {
  return (
    <span class="first-lines" aria-hidden="true">
      {text}
    </span>
  );
}

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatBytes } from '../format.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { MarkdownView } from '../shell/markdown-view.tsx';
import { Pending } from '../shell/pending.tsx';
import { useLoaded } from '../use-loaded.ts';
import { SaveLink } from './file-actions.tsx';
import { JsonTree } from './json-tree.tsx';
import { readStart } from './read-start.ts';

interface TextProps {
  source: string;
  mediaType: string;
  name?: string | undefined;
  /** Further actions. */
  children?: ComponentChildren;
  read(signal?: AbortSignal): Promise<Blob>;
}

/** Keeps a frame without scripts from loading images and styles of the service. */
const framePolicy = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`;

/** Maximum number of displayed characters: more would take a browser seconds. */
const maxShown = 200_000;

/** A longer JSON is shown as text. */
const maxParsed = 2_000_000;

type View = 'Rendered' | 'Tree';

/** Text as it is, and HTML, Markdown and JSON rendered. Nothing in it is executed. */
export function TextViewer({ mediaType, read, source, name, children }: TextProps) {
  const { value, error, reload } = useLoaded(
    async (signal) => readStart(await read(signal)),
    [source],
  );
  const isJson = mediaType.includes('json');
  const [isRendered, setRendered] = useState(isJson);
  const parsed = useMemo(() => (isJson && value ? parse(value.text) : undefined), [isJson, value]);
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  const { text, bytes, isCut } = value;
  const shown = text.slice(0, maxShown);
  const isHtml = mediaType.startsWith('text/html');
  const isMarkdown = mediaType.startsWith('text/markdown');
  const view: View | undefined = parsed ? 'Tree' : isHtml || isMarkdown ? 'Rendered' : undefined;
  const isText = view === undefined || !isRendered;
  return (
    <div class="text">
      <div class="bar">
        <span>{isCut ? formatBytes(bytes) : `${text.length.toLocaleString('en')} characters`}</span>
        {view && (
          <button type="button" aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
            {view}
          </button>
        )}
        {!isCut && <CopyButton copy={text} />}
        <SaveLink source={source} name={name} />
        {children}
      </div>
      {!isText && isMarkdown && <MarkdownView text={shown} />}
      {!isText && isHtml && (
        <iframe class="plate" sandbox="" srcdoc={framePolicy + shown} title="The HTML" />
      )}
      {!isText && parsed && <JsonTree value={parsed.value} />}
      {isText && (
        <pre class="plate" tabIndex={0} aria-label="The text">
          {shown}
        </pre>
      )}
      {text.length > maxShown && view !== 'Tree' && (
        <p class="quiet">The first {maxShown.toLocaleString('en')} characters are shown.</p>
      )}
    </div>
  );
}

function parse(text: string): { value: unknown } | undefined {
  if (text.length > maxParsed) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

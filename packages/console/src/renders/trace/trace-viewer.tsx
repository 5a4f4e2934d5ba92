import type { Trace } from '@tintype/contract/trace';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatMs } from '../../format.ts';
import { Waterfall } from '../../viewer/waterfall.tsx';
import { FilmStrip } from './film-strip.tsx';
import { MessageList } from './message-list.tsx';
import { RequestList } from './request-list.tsx';
import { TimeLine } from './time-line.tsx';
import { endMsOf, frameBefore, rowsWith, stagesAt } from './trace-times.ts';

/** A trace: a chosen time links its images, stages, requests and messages. All texts are text. */
export function TraceViewer({ trace }: { trace: Trace }) {
  const { stages, requests, console: messages, frames, counts } = trace;
  const endMs = useMemo(() => endMsOf(trace), [trace]);
  const [atMs, setAtMs] = useState(endMs);
  const [needle, setNeedle] = useState('');
  const sources = useSources(frames);
  const foundRequests = rowsWith(requests, needle, (row) =>
    [row.method, row.status, row.type, row.mediaType, row.url].join(' '),
  );
  const foundMessages = rowsWith(messages, needle, ({ level, text }) => `${level} ${text}`);
  const shown = frameBefore(frames, atMs);
  const running = stagesAt(stages, atMs).join(', ');
  return (
    <div class="trace-viewer">
      {sources.length > 0 && (
        <figure class="trace-frame">
          <img class="plate" src={sources[shown]} alt="" />
          <figcaption class="quiet">{captionOf(frames[shown]?.atMs ?? 0, atMs)}</figcaption>
        </figure>
      )}
      <div class="trace-times">
        <p class="quiet">
          <strong>{formatMs(atMs)}</strong> of {formatMs(endMs)}
          {running && `, ${running}`}
        </p>
        <TimeLine {...{ trace, endMs, atMs }} onTime={setAtMs} />
        <FilmStrip {...{ frames, sources, shown }} onTime={setAtMs} />
        <Waterfall stages={stages} />
      </div>
      <label class="find trace-find">
        <span class="quiet">Filter requests and messages</span>
        <input
          type="search"
          value={needle}
          placeholder="URL, type, status, level or text"
          onInput={(event) => setNeedle(event.currentTarget.value)}
        />
      </label>
      <details open>
        <summary>
          Requests <span class="count">{countShown(foundRequests.length, counts.requests)}</span>
        </summary>
        <RequestList rows={foundRequests} {...{ endMs, atMs }} onTime={setAtMs} />
      </details>
      <details open={messages.length > 0}>
        <summary>
          Console of the page{' '}
          <span class="count">{countShown(foundMessages.length, counts.console)}</span>
        </summary>
        <MessageList rows={foundMessages} atMs={atMs} onTime={setAtMs} />
      </details>
    </div>
  );
}

function captionOf(frameMs: number, atMs: number): string {
  const image = formatMs(frameMs);
  return frameMs > atMs
    ? `The first image, of ${image}`
    : `Image of ${image}, the last one before ${formatMs(atMs)}`;
}

function countShown(found: number, all: number): string {
  return found === all ? String(all) : `${found} of ${all}`;
}

/** Creates addresses of the images, in memory. */
function useSources(frames: Trace['frames']): readonly string[] {
  const [sources, setSources] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = frames.map(({ image }) =>
      URL.createObjectURL(new Blob([image], { type: 'image/jpeg' })),
    );
    setSources(made);
    return () => made.forEach((one) => URL.revokeObjectURL(one));
  }, [frames]);
  return sources;
}

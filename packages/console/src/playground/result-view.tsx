import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatBytes, formatMs } from '../format.ts';
import { FileView } from '../shell/file-view.tsx';
import { FollowedRequest, LazyTrace } from '../renders/followed-request.tsx';
import type { DeviceFrame, ImageBox } from '../viewer/image-viewer.tsx';
import { ReceiptView } from '../viewer/receipt-view.tsx';
import { Waterfall } from '../viewer/waterfall.tsx';
import type { Result } from './result.ts';

interface ResultProps {
  result: Result;
  /** Frame of its device, for an image of a page. */
  frame: DeviceFrame | undefined;
}

export function ResultView({ result, frame }: ResultProps) {
  const { blob, mediaType, name, totalMs, timings, receipt, headers, queuedId, isTraced } = result;
  const [boxes, setBoxes] = useState<readonly ImageBox[]>([]);
  const source = useMemo(() => (blob ? URL.createObjectURL(blob) : undefined), [blob]);
  useEffect(() => () => void (source && URL.revokeObjectURL(source)), [source]);
  if (queuedId !== undefined) return <FollowedRequest id={queuedId} />;
  return (
    <article class="result">
      <p class="facts">
        <strong>{mediaType.split(';')[0]}</strong> {blob && formatBytes(blob.size)} in{' '}
        {formatMs(totalMs)}
      </p>
      {source && blob && (
        <FileView {...{ source, mediaType, name, frame, boxes }} read={() => blob.text()} />
      )}
      <ReceiptView receipt={receipt} onBoxes={setBoxes} />
      <Waterfall stages={timings} />
      {isTraced && <LazyTrace id={result.id} isOpen />}
      <details>
        <summary>Response headers</summary>
        <dl class="headers">
          {headers.map(([header, value]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  );
}

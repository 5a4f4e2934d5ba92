import { useState } from 'preact/hooks';
import { formatBytes, formatMs } from '../format.ts';
import { FileView } from '../shell/file-view.tsx';
import { FollowedRequest, LazyTrace } from '../renders/followed-request.tsx';
import type { ImageBox } from '../viewer/image-viewer.tsx';
import { ReceiptView } from '../viewer/receipt-view.tsx';
import { useObjectUrl } from '../viewer/use-object-url.ts';
import { Waterfall } from '../viewer/waterfall.tsx';
import type { AskedRender } from './create-link.ts';
import { frameOf } from './frame-of.ts';
import type { Result } from './result.ts';
import { ShareButton } from './share-button.tsx';

interface ResultProps {
  result: Result;
  asked: AskedRender;
}

export function ResultView({ result, asked }: ResultProps) {
  const { blob, mediaType, name, totalMs, timings, receipt, headers, queuedId, isTraced } = result;
  const [boxes, setBoxes] = useState<readonly ImageBox[]>([]);
  const source = useObjectUrl(blob);
  if (queuedId !== undefined) return <FollowedRequest id={queuedId} />;
  return (
    <article class="result">
      <p class="facts">
        <strong>{mediaType.split(';')[0]}</strong> {blob && formatBytes(blob.size)} in{' '}
        {formatMs(totalMs)}
      </p>
      {source && blob && (
        <FileView
          {...{ source, mediaType, name, boxes }}
          frame={frameOf(asked.kind, asked.parameters)}
          read={() => Promise.resolve(blob)}
        >
          <ShareButton asked={asked} />
        </FileView>
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

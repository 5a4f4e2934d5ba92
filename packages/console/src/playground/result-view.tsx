import { useEffect, useMemo } from 'preact/hooks';
import { formatBytes, formatMs } from '../format.ts';
import { FileView } from '../shell/file-view.tsx';
import { FollowedRequest } from '../renders/followed-request.tsx';
import { ReceiptView } from './receipt-view.tsx';
import type { Result } from './result.ts';
import { TimingBars } from './timing-bars.tsx';

export function ResultView({ result }: { result: Result }) {
  const { blob, mediaType, totalMs, timings, receipt, headers, queuedId } = result;
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
        <FileView source={source} mediaType={mediaType} read={() => blob.text()} />
      )}
      <ReceiptView receipt={receipt} />
      <TimingBars timings={timings} title={`Stages, ${formatMs(totalMs)} in total`} />
      <details>
        <summary>Response headers</summary>
        <dl class="headers">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  );
}

import type { RequestState } from '@tintype/client';
import type { ComponentChildren } from 'preact';
import { countOf, formatAgo, formatMs, shortenMiddle } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { comparedAs } from './compare/compared-pair.ts';
import { filePath, shownAddress } from './request-state.ts';
import { Thumbnail } from './thumbnail.tsx';

interface CardProps {
  request: RequestState;
  isChosen: boolean;
  /** False for a file of another type than the chosen one. */
  canChoose: boolean;
  onChoose(isChosen: boolean): void;
}

/** One render of the gallery: a view of its file, its URL, and a box to compare it. */
export function Card({ request, isChosen, canChoose, onChoose }: CardProps) {
  const { id, status, api, created, duration_ms: durationMs, error, outputs, metadata } = request;
  const title = titleOf(request);
  const [first] = outputs?.filter(({ file }) => file !== undefined) ?? [];
  return (
    <div class="card-box">
      <Link to={`/console/renders/${id}`} class={`card ${status}`}>
        <Thumbnail
          path={filePath(first ?? request)}
          title={metadata?.title ?? title}
          fallback={error?.message ?? (status === 'succeeded' ? 'The file has expired.' : status)}
        />
        <CardText title={title} full={request.url}>
          <span class={`status ${status}`}>{status}</span> {api}
          {outputs && `, ${countOf(outputs.length, 'output')}`}
          <br />
          {formatAgo(created)}
          {durationMs !== undefined && `, in ${formatMs(durationMs)}`}
        </CardText>
      </Link>
      {comparedAs(request) && (
        <input
          type="checkbox"
          class="pick"
          title="Select to compare"
          aria-label={`Compare ${title}, ${formatAgo(created)}`}
          checked={isChosen}
          disabled={!canChoose}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

/** URL of a card as its heading, and the lines below. */
export function CardText({
  title,
  full,
  children,
}: {
  title: string;
  full?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <>
      <h2 class="card-title" title={full}>
        {title}
      </h2>
      <span class="quiet">{children}</span>
    </>
  );
}

/** Characters of a heading: two lines of a card. */
const maxTitle = 52;

function titleOf({ url, api }: RequestState): string {
  return url === undefined ? `${api} of HTML` : shortenMiddle(shownAddress(url), maxTitle);
}

import { useState } from 'preact/hooks';
import { useConsole } from '../../context.ts';
import { formatAgo, formatMs, shortenMiddle } from '../../format.ts';
import { Link } from '../../shell/link.tsx';
import { CardText } from '../card.tsx';
import { FewLines, Sheet } from '../thumbnail.tsx';
import { clearRecent, readRecent, type RecentRender } from './recent-renders.ts';
import { ownerOf } from './remember-render.ts';

/** The last renders of the playground in this tab, which the service does not store. */
export function RecentGallery() {
  const { session } = useConsole();
  const [renders, setRenders] = useState(() => readRecent(sessionStorage, ownerOf(session)));
  if (renders.length === 0) return null;
  const clear = () => {
    clearRecent(sessionStorage);
    setRenders([]);
  };
  return (
    <details class="recent" open>
      <summary>
        From the playground, in this tab <span class="count">{renders.length}</span>
      </summary>
      <p class="quiet">
        The service does not store direct renders. This tab keeps previews of the last 20 until it
        is closed or you sign out.{' '}
        <button type="button" class="link" onClick={clear}>
          Clear
        </button>
      </p>
      <ul class="strip">
        {renders.map((render) => (
          <li key={render.id}>
            <RecentCard render={render} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function RecentCard({ render }: { render: RecentRender }) {
  const { kind, title, address, at, totalMs, error } = render;
  return (
    <Link to={address} class={`card ${error === undefined ? 'succeeded' : 'failed'}`}>
      <span class="thumbnail">
        <Preview render={render} />
      </span>
      <CardText title={shortenMiddle(title, 40)} full={title}>
        {kind}, {formatAgo(at)}
        {error === undefined && `, in ${formatMs(totalMs)}`}
      </CardText>
    </Link>
  );
}

function Preview({ render: { thumbnail, text, mediaType, title, pages, error } }: Shown) {
  if (thumbnail !== undefined) return <img src={thumbnail} alt="" />;
  if (text !== undefined) return <FewLines text={text} />;
  if (mediaType === 'application/pdf') return <Sheet {...{ title, pages }} />;
  return <span class="no-image">{error ?? mediaType.split('/').at(-1)}</span>;
}

interface Shown {
  render: RecentRender;
}

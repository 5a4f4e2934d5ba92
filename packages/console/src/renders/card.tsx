import type { RequestState } from '@tintype/client';
import { formatAgo, shortUrl } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { filePath, mediaTypeOf } from './request-state.ts';

/** One render of the gallery, with its image if it has one. */
export function Card({ request }: { request: RequestState }) {
  const { id, status, api, url, created, error } = request;
  const path = filePath(request);
  const isImage = path !== undefined && mediaTypeOf(path).startsWith('image/');
  return (
    <Link to={`/console/renders/${id}`} class={`card ${status}`}>
      <span class="thumbnail">
        {isImage ? (
          <img src={path} alt="" loading="lazy" decoding="async" />
        ) : (
          <span class="no-image">
            {path === undefined ? status : (path.split('.').at(-1) ?? '')}
          </span>
        )}
      </span>
      <span class="card-title">{url === undefined ? api : shortUrl(url)}</span>
      <span class="quiet">
        <span class={`status ${status}`}>{status}</span> {api}, {formatAgo(created)}
      </span>
      {error && <span class="card-error">{error.message}</span>}
    </Link>
  );
}

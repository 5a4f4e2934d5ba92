import type { RenderRequest } from '@tintype/contract';

/**
 * Returns the name for saving a result: the host of its page. Browsers would use the URL's end,
 * which can be the secret of a stored file. Paths and queries may contain secrets.
 */
export function shownName({ kind, url }: Pick<RenderRequest, 'kind' | 'url'>): string {
  if (url === undefined) return kind;
  const { hostname } = new URL(url);
  const name = hostname.replace(/^www\./, '').replace(/[^a-z0-9.-]+/g, '-');
  return name.replace(/^[.-]+|[.-]+$/g, '').slice(0, 100) || kind;
}

import type { RenderRequest } from '@tintype/contract';

/**
 * File name of a result shown in a browser: the host of its page. Otherwise browsers use the last
 * part of the URL, which may be a secret. Paths and queries may be secret too.
 */
export function shownName({ kind, url }: Pick<RenderRequest, 'kind' | 'url'>): string {
  if (url === undefined) return kind;
  const { hostname } = new URL(url);
  const name = hostname.replace(/^www\./, '').replace(/[^a-z0-9.-]+/g, '-');
  return name.replace(/^[.-]+|[.-]+$/g, '').slice(0, 100) || kind;
}

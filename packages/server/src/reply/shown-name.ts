import type { RenderRequest } from '@tintype/contract';

/**
 * The name under which a result is saved that is shown first: the host of its page. Without it, a
 * browser takes the last part of the address: all results were called `screenshot`, and a stored
 * file as the secret that opens it. Paths and queries may hold secrets of their own.
 */
export function shownName({ kind, url }: Pick<RenderRequest, 'kind' | 'url'>): string {
  if (url === undefined) return kind;
  const { hostname } = new URL(url);
  const name = hostname.replace(/^www\./, '').replace(/[^a-z0-9.-]+/g, '-');
  return name.replace(/^[.-]+|[.-]+$/g, '').slice(0, 100) || kind;
}

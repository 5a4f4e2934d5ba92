import type { RequestState } from '@tintype/client';
import { ApiError, type Api } from '../api.ts';

/** A rendered request, as it was sent. */
export interface AskedRender {
  kind: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** A link that works without a key until it expires. */
export interface ResultLink {
  link: string;
  /** Unix seconds. */
  expires: number | undefined;
}

const pollMs = 500;

/**
 * Renders a request again, stores its file, and returns the link. A signed link would contain a
 * key, of which neither the service nor the browser has more than a hash.
 * @throws ApiError
 */
export async function createLink(
  api: Api,
  { kind, parameters }: AskedRender,
  lifetimeS: number,
  signal: AbortSignal,
): Promise<ResultLink> {
  // The link is not the render of the form: its webhook was sent, its trace is stored.
  const { webhook_url: _, keep_trace: _trace, ...page } = parameters;
  const asked = { ...page, async: true, cache_ttl: lifetimeS };
  const { id } = await api.json<{ id: string }>('POST', `/v1/${kind}`, asked, signal);
  const path = `/v1/requests/${encodeURIComponent(id)}`;
  for (;;) {
    const state = await api.json<RequestState>('GET', path, undefined, signal);
    const { file: link, expires, error } = state;
    if (error) throw new ApiError(error.code, error.message, error.statusCode);
    if (link !== undefined) return { link, expires };
    if (state.finished !== undefined) throw new Error('The render has no file.');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

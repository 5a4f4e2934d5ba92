import { headerPair, type RenderRequest } from '@tintype/contract';

/** The request's headers, grouped by the way they are applied. */
export interface SplitHeaders {
  /** For requests to the target's own origin only. */
  own: { name: string; value: string }[];
  /** `Cookie` of the headers, as `name=value` pairs. */
  cookies: string[];
  userAgent?: string;
  acceptLanguage?: string;
}

/**
 * Sorts the `headers` and `authorization` of a request. User-Agent and Accept-Language are what the
 * browser is, so they go into the emulation and out with every request; everything else may hold a
 * secret, so it goes to the target's own origin alone.
 */
export function splitHeaders(request: RenderRequest): SplitHeaders {
  const split: SplitHeaders = { own: [], cookies: [] };
  for (const line of request.headers ?? []) {
    const pair = headerPair(line);
    if (!pair) continue;
    const { name, value } = pair;
    const key = name.toLowerCase();
    if (key === 'user-agent') split.userAgent = value;
    else if (key === 'accept-language') split.acceptLanguage = value;
    else if (key === 'cookie') split.cookies.push(...value.split(/;\s*/).filter(Boolean));
    else split.own.push(pair);
  }
  if (request.authorization !== undefined) {
    split.own = split.own.filter(({ name }) => name.toLowerCase() !== 'authorization');
    split.own.push({ name: 'Authorization', value: `Basic ${request.authorization}` });
  }
  return split;
}

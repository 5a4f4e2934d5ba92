import { headerPair, type RenderRequest } from '@tintype/contract';

/** Headers of a request, grouped by how they are applied. */
export interface SplitHeaders {
  /** For requests to the target's own origin only. */
  own: { name: string; value: string }[];
  /** `Cookie` of the headers, as `name=value` pairs. */
  cookies: string[];
  userAgent?: string;
  acceptLanguage?: string;
}

/** Groups headers: all but User-Agent and Accept-Language may hold secrets, for the origin only. */
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

import type { RequestState } from '@tintype/client';

/** Returns the path of a stored file on this service. Undefined once it has expired. */
export function filePath(
  { file, expires }: Pick<RequestState, 'file' | 'expires'>,
  now = Date.now(),
): string | undefined {
  if (file === undefined || (expires !== undefined && expires * 1000 <= now)) return undefined;
  return URL.parse(file)?.pathname;
}

const mediaTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
};

export function mediaTypeOf(path: string): string {
  return mediaTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

/** Returns host and path of a URL, and whether it has a query, without its values. */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const path = parsed.pathname === '/' ? '' : parsed.pathname;
  return `${parsed.host}${path}${parsed.search === '' ? '' : '?…'}`;
}

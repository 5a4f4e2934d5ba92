import type { RenderRequest } from '@tintype/contract';
import { contentDisposition } from '@tintype/contract/headers';

/** Keeps a foreign page from running scripts here, and from loading anything. */
const sealed = "default-src 'none'; sandbox";

/** True for types with scripts. Browsers play no video and show no PDF under that policy. */
function isDocument(mediaType: string): boolean {
  return /\b(?:html|xml)\b|^multipart\//i.test(mediaType);
}

/** Headers of every response with a result, fresh or stored. */
export function resultHeaders(file: {
  mediaType: string;
  extension: string;
  attachmentName?: string;
  /** Name for saving it, if there is no `attachmentName`. */
  shownName?: string;
}): Record<string, string> {
  const { mediaType, extension, attachmentName, shownName } = file;
  return {
    'content-type': mediaType,
    'content-disposition': contentDisposition(attachmentName, extension, shownName),
    ...(isDocument(mediaType) ? { 'content-security-policy': sealed } : {}),
    'x-content-type-options': 'nosniff',
  };
}

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

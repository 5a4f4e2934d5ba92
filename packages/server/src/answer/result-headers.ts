import { contentDisposition } from '@tintype/contract/headers';

/**
 * A page that strangers wrote must not run as a page of this service, nor load anything in the
 * browser of whoever looks at it.
 */
const sealed = "default-src 'none'; sandbox";

/** What a browser would run scripts of. It plays no video, and shows no PDF, under that policy. */
function isDocument(mediaType: string): boolean {
  return /\b(?:html|xml)\b|^multipart\//i.test(mediaType);
}

/** What every answer with a result says of it, fresh or stored. */
export function resultHeaders(file: {
  mediaType: string;
  extension: string;
  attachmentName?: string;
  /** For whoever saves it, without `attachmentName`. */
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

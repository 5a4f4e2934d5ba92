import { contentDisposition } from '@tintype/contract/headers';

/** A foreign page must not run as a page of this service, nor load anything. */
const sealed = "default-src 'none'; sandbox";

/** Media types that can run scripts. Browsers play no video and show no PDF under that policy. */
function isDocument(mediaType: string): boolean {
  return /\b(?:html|xml)\b|^multipart\//i.test(mediaType);
}

/** Headers of every response with a result, fresh or stored. */
export function resultHeaders(file: {
  mediaType: string;
  extension: string;
  attachmentName?: string;
  /** Name for saving it, without `attachmentName`. */
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

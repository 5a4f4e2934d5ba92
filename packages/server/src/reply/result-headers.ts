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

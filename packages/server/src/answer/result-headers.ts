import { contentDisposition } from '@tintype/contract/headers';

/** What every answer with a result says of it, fresh or stored. */
export function resultHeaders(file: {
  mediaType: string;
  extension: string;
  attachmentName?: string;
}): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file.attachmentName, file.extension),
    // A page that strangers wrote must not run as a page of this service.
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}

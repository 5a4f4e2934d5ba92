import type { Kind, RenderRequest } from '@tintype/contract';

/** Media types of the values of `format`. */
const mediaTypes: Record<Kind, Record<string, string>> = {
  screenshot: {
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
  },
  screencast: {
    webm: 'video/webm',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    gif: 'image/gif',
    webp: 'image/webp',
  },
  pdf: { pdf: 'application/pdf' },
  scrape: { html: 'text/html; charset=utf-8', md: 'text/markdown; charset=utf-8' },
};

/** The media type of a kind in a format. */
export function mediaTypeOf(kind: Kind, format: string): string {
  const type = mediaTypes[kind][format];
  if (type === undefined) throw new Error(`No media type is known for ${kind} as ${format}.`);
  return type;
}

/** What a checked request will give, before it is rendered. */
export function typeOfResult(request: RenderRequest): { mediaType: string; extension: string } {
  const extension = request.kind === 'pdf' ? 'pdf' : request.format;
  return { mediaType: mediaTypeOf(request.kind, extension), extension };
}

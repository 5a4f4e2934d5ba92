import type { ComparedFile } from './comparison.ts';

type Typed = Pick<ComparedFile, 'mediaType'>;

/** SVG is text. */
export function isImage({ mediaType }: Typed): boolean {
  return mediaType.startsWith('image/') && !mediaType.startsWith('image/svg');
}

export function isText({ mediaType }: Typed): boolean {
  return /^text\/|[/+](?:json|xml)\b/.test(mediaType);
}

export function isJson({ mediaType }: Typed): boolean {
  return /[/+]json\b/.test(mediaType);
}

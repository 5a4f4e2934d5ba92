import type { ComparedFile } from './comparison.ts';

type Typed = Pick<ComparedFile, 'mediaType'>;

/** SVG is text. */
export function isImage({ mediaType }: Typed): boolean {
  return /^image\/(?!svg)/i.test(mediaType);
}

export function isText({ mediaType }: Typed): boolean {
  return /^text\/|[/+](?:json|xml)\b/i.test(mediaType);
}

export function isJson({ mediaType }: Typed): boolean {
  return /[/+]json\b/i.test(mediaType);
}

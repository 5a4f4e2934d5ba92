/** Returns as what files of a media type are compared; undefined if they cannot be. SVG is text. */
export function comparedTypeOf(mediaType: string): 'image' | 'text' | undefined {
  if (/^image\/(?!svg)/i.test(mediaType)) return 'image';
  return /^text\/|[/+](?:json|xml)\b/i.test(mediaType) ? 'text' : undefined;
}

/** Maximum areas of an image that do not count: each is drawn. */
export const maxIgnoredAreas = 50;

/** Maximum regular expressions of texts that do not count. */
export const maxIgnoredPatterns = 100;

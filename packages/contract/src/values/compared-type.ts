/** Types of files that are compared, as messages name two of them. */
export const comparedTypes = { image: 'two images', pdf: 'two PDFs', text: 'two texts' } as const;

export type ComparedType = keyof typeof comparedTypes;

/** Returns as what files of a media type are compared; undefined if they cannot be. SVG is text. */
export function comparedTypeOf(mediaType: string): ComparedType | undefined {
  if (/^image\/(?!svg)/i.test(mediaType)) return 'image';
  if (/^application\/pdf\b/i.test(mediaType)) return 'pdf';
  return /^text\/|[/+](?:json|xml)\b/i.test(mediaType) ? 'text' : undefined;
}

/** Maximum pixels of an image to compare, which takes about 1 GB. */
export const maxComparedPixels = 25_000_000;

/** Maximum bytes of a stored file that a service compares: both are read into memory. */
export const maxComparedBytes = 32 * 1_048_576;

/** Maximum bytes of the elements of a page: a longer list names no regions. */
export const maxElementsBytes = 4_194_304;

/** Storage time of differences in seconds: that of results. */
export const differencesTtlS = 604_800;

/** Maximum areas of an image that do not count: each is drawn. */
export const maxIgnoredAreas = 100;

/** Maximum regular expressions of texts that do not count. */
export const maxIgnoredPatterns = 100;

/** Returns why a text is no regular expression of a comparison; undefined if it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    void new RegExp(source, 'gu');
    return undefined;
  } catch (error) {
    // V8 repeats the expression before the reason.
    return (error as Error).message.replace(/^.*: /s, '');
  }
}

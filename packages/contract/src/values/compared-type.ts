import { RenderError } from '../errors/render-error.ts';

/** Types of files that are compared, as messages name two of them. */
const comparedTypes = { image: 'two images', pdf: 'two PDFs', text: 'two texts' } as const;

export type ComparedType = keyof typeof comparedTypes;

/** Returns as what files of a media type are compared; undefined if they cannot be. SVG is text. */
export function comparedTypeOf(mediaType: string): ComparedType | undefined {
  if (/^image\/(?!svg)/i.test(mediaType)) return 'image';
  if (/^application\/pdf\b/i.test(mediaType)) return 'pdf';
  return /^text\/|[/+](?:json|xml)\b/i.test(mediaType) ? 'text' : undefined;
}

/**
 * Returns as what files of two media types are compared.
 * @param allowed - types that the caller compares; default: all
 * @throws RenderError `invalid_request` unless both are of one of them
 */
export function comparedTypeOfBoth<Type extends ComparedType = ComparedType>(
  before: string,
  after: string,
  allowed: readonly Type[] = Object.keys(comparedTypes) as Type[],
): Type {
  const first = comparedTypeOf(before);
  const type = allowed.find((each) => each === first);
  if (type !== undefined && type === comparedTypeOf(after)) return type;
  const names = allowed.map((each) => comparedTypes[each]);
  const words = [names.slice(0, -1).join(', '), names.at(-1)].join(' or ');
  const message = `Only ${words} can be compared; got ${before} and ${after}.`;
  throw new RenderError('invalid_request', message);
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

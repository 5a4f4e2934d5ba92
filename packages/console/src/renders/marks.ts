import type { Receipt } from '@tintype/contract/headers';
import type { RequestState } from './request-state.ts';

/** From here on a render is slow, in seconds: it waited, or took, that long. */
const slowS = 10;

/** What can be looked for among the renders that are shown. */
export const marks: Readonly<Record<string, (request: RequestState) => boolean>> = {
  slow: ({ created, finished }) => finished !== undefined && finished - created >= slowS,
  objections: ({ receipt, error }) =>
    error === undefined && receipt !== undefined && isBad(receipt),
};

/** Whether a receipt says that a result is not what was asked for. */
export function isBad({ blank, wall, status, images, glyphs, fonts }: Receipt): boolean {
  return (
    blank !== undefined ||
    wall !== undefined ||
    (status !== undefined && status >= 400) ||
    (images !== undefined && images.broken > 0) ||
    (glyphs !== undefined && glyphs.length > 0) ||
    (fonts !== undefined && fonts.count > 0)
  );
}

/** Which of some requests somebody looks for: a mark, and words of the address. */
export function findAmong(
  requests: readonly RequestState[],
  { mark, words }: { mark: string; words: string },
): RequestState[] {
  const wanted = words.trim().toLowerCase();
  const fits = marks[mark];
  return requests.filter(
    (request) =>
      (fits === undefined || fits(request)) && (request.url ?? '').toLowerCase().includes(wanted),
  );
}

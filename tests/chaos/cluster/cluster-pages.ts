import type { Colour, FixtureServer } from '@tintype/testkit';

/** Of which account a page is, and which of its pages. */
export interface PageOf {
  /** Of the account, from 0. */
  place: number;
  /** From 0. */
  number: number;
}

const MOST = 65_536;

/** No two pages of a run have the same: an image tells of which account and which page it is. */
export function pageColour({ place, number }: PageOf): Colour {
  if (number >= MOST) throw new RangeError(`There are ${MOST} pages of an account at most.`);
  return [40 + 50 * place, number >> 8, number & 255, 255];
}

/**
 * Serves the pages of accounts, each at `/page/NAME?NUMBER`. Returns the URL without its last two
 * parts.
 */
export function serveClusterPages(pages: FixtureServer, names: readonly string[]): string {
  for (const [place, name] of names.entries()) {
    pages.route(`/page/${name}`, ({ url = '' }, response) => {
      const number = Number(url.split('?')[1]);
      const [red, green, blue] = pageColour({ place, number });
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>${name}</title><body style="background:rgb(${red},${green},${blue})"><h1>${name} ${number}`,
      );
    });
  }
  return pages.url('/page');
}

/** What tells the commands that render apart: everything else of them is the same. */
export interface Product {
  /** Name of the command, and kind of its requests. */
  kind: 'screenshot' | 'screencast' | 'pdf' | 'scrape';
  /** One result, and several: `image`, `images`. */
  noun: string;
  nouns: string;
  /** Endings that need no look at the list of formats. */
  plainEnding: RegExp;
  /** The only ending that there is, where there is no parameter `format`. */
  onlyEnding?: string;
  /** It can be read on a terminal: one result goes to stdout when nothing else is said. */
  isText?: boolean;
  /** It takes a while, and says how many frames are made. */
  hasFrames?: boolean;
}

const NO_ENDING = String.raw`(^|[/\\])[^./\\]*$`;

/** `tintype screenshot`. */
export const SCREENSHOT: Product = {
  kind: 'screenshot',
  noun: 'image',
  nouns: 'images',
  plainEnding: new RegExp(String.raw`${NO_ENDING}|\.(jpe?g|png|webp)$`, 'i'),
};

/** `tintype screencast`. */
export const SCREENCAST: Product = {
  kind: 'screencast',
  noun: 'video',
  nouns: 'videos',
  plainEnding: new RegExp(String.raw`${NO_ENDING}|\.(mp4|webm|mov|avi|gif|webp)$`, 'i'),
  hasFrames: true,
};

/** `tintype pdf`. */
export const PDF: Product = {
  kind: 'pdf',
  noun: 'PDF',
  nouns: 'PDFs',
  plainEnding: new RegExp(String.raw`${NO_ENDING}|\.pdf$`, 'i'),
  onlyEnding: 'pdf',
};

/** `tintype scrape`. */
export const SCRAPE: Product = {
  kind: 'scrape',
  noun: 'text',
  nouns: 'texts',
  plainEnding: new RegExp(String.raw`${NO_ENDING}|\.(html|md)$`, 'i'),
  isText: true,
};

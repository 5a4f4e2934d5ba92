/**
 * What is known of a kind without its parameters: enough for a route, a command, a client and their
 * help.
 */
export interface KindInfo<
  Name extends string = string,
  Files extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  /** Of its requests, its command and its route: lower-case letters, digits and dashes. */
  readonly name: Name;
  /** One line, for help and docs: `A PDF of a page`. */
  readonly title: string;
  /** One result, and several: `image`, `images`. */
  readonly noun: string;
  readonly nouns: string;
  /**
   * Media types by file ending. The endings are the values of the parameter `format`; a kind
   * without it has one.
   */
  readonly files: Files;
  /**
   * Its page shows frames on command, where a browser can do that. Such pages are few, and renders
   * take turns with them.
   */
  readonly frameControl?: boolean;
}

/** The file endings of a kind, which are the values of its `format`. */
export function formatsOf<Ending extends string>({
  files,
}: {
  files: Readonly<Record<Ending, string>>;
}): readonly [Ending, ...Ending[]] {
  return Object.keys(files) as [Ending, ...Ending[]];
}

/** Returns whether a result can be read on a terminal. */
export function isTextKind({ files }: KindInfo): boolean {
  return Object.values(files).every(isTextType);
}

/** Returns whether files of a media type are text for people. */
export function isTextType(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/.test(mediaType);
}

/** The ending and media type of the file that a request asks for. */
export function fileOf(
  { name, files }: KindInfo,
  request: object,
): { extension: string; mediaType: string } {
  const { format } = request as { format?: unknown };
  const extension = String(format ?? Object.keys(files)[0]);
  const mediaType = files[extension];
  if (mediaType === undefined)
    throw new Error(`No media type is known for ${name} as ${extension}.`);
  return { extension, mediaType };
}

export const screenshotInfo = {
  name: 'screenshot',
  title: 'A still image of a page',
  noun: 'image',
  nouns: 'images',
  files: {
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
  },
} as const;

export const screencastInfo = {
  name: 'screencast',
  title: 'A video of a page',
  noun: 'video',
  nouns: 'videos',
  files: {
    webm: 'video/webm',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    gif: 'image/gif',
    webp: 'image/webp',
  },
  frameControl: true,
} as const;

export const pdfInfo = {
  name: 'pdf',
  title: 'A PDF of a page',
  noun: 'PDF',
  nouns: 'PDFs',
  files: { pdf: 'application/pdf' },
} as const;

export const scrapeInfo = {
  name: 'scrape',
  title: 'The text of a page as HTML, Markdown or JSON',
  noun: 'text',
  nouns: 'texts',
  files: {
    html: 'text/html; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    json: 'application/json; charset=utf-8',
  },
} as const;

export const archiveInfo = {
  name: 'archive',
  title: 'A page in one file',
  noun: 'archive',
  nouns: 'archives',
  files: {
    // What Chromium takes a file with this ending for.
    mhtml: 'multipart/related',
    har: 'application/json',
    wacz: 'application/wacz',
  },
} as const;

/**
 * The kinds of Tintype's own, in the order of help and docs, without their parameters: for those
 * who have no room for these (clients in browsers) or no time (the command line).
 */
export const kindInfos = [
  screenshotInfo,
  screencastInfo,
  pdfInfo,
  scrapeInfo,
  archiveInfo,
] as const satisfies readonly KindInfo[];

/** A kind of Tintype's own. */
export type Kind = (typeof kindInfos)[number]['name'];

/** Any kind: one of Tintype's own, or of a plugin. */
export type KindName = Kind | (string & {});

/** The names of {@link kindInfos}. */
export const kinds: readonly Kind[] = kindInfos.map(({ name }) => name);

/** Description of a kind without its parameters: for routes, commands and clients. */
export interface KindInfo<
  Name extends string = string,
  Files extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  /** Name of its requests, command and route: lower-case letters, digits and dashes. */
  readonly name: Name;
  /** One line, for help and docs: `A PDF of a page`. */
  readonly title: string;
  /** Noun for a result: `image`, `images`. */
  readonly noun: string;
  readonly nouns: string;
  /** Media types by file ending: the values of `format`; a kind without it has one. */
  readonly files: Files;
  /** File endings of formats that are not called by their own. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** True if its page shows frames on command. Such pages are few, and renders wait for them. */
  readonly frameControl?: boolean;
}

/** Returns the file endings of a kind, which are the values of its `format`. */
export function formatsOf<Ending extends string>({
  files,
}: {
  files: Readonly<Record<Ending, string>>;
}): readonly [Ending, ...Ending[]] {
  return Object.keys(files) as [Ending, ...Ending[]];
}

/** Returns true if a terminal can show the result. */
export function isTextKind({ files }: KindInfo): boolean {
  return Object.values(files).every(isTextType);
}

/** Returns true if files of a media type are readable text. */
export function isTextType(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/.test(mediaType);
}

/** Returns the ending and the media type of the file of a request. */
export function fileOf(
  { name, files, extensions = {} }: KindInfo,
  request: object,
): { extension: string; mediaType: string } {
  const { format } = request as { format?: unknown };
  const given = String(format ?? Object.keys(files)[0]);
  const mediaType = files[given];
  if (mediaType === undefined) throw new Error(`No media type is known for ${name} as ${given}.`);
  return { extension: extensions[given] ?? given, mediaType };
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
    elements: 'application/json; charset=utf-8',
  },
  extensions: { elements: 'json' },
} as const;

export const archiveInfo = {
  name: 'archive',
  title: 'A page in one file',
  noun: 'archive',
  nouns: 'archives',
  files: {
    // The type that Chromium assigns to this ending.
    mhtml: 'multipart/related',
    har: 'application/json',
    wacz: 'application/wacz',
  },
} as const;

/**
 * The built-in kinds in the order of help and docs. Their parameters are too large for clients in
 * browsers and too slow for the start of the command line.
 */
export const kindInfos = [
  screenshotInfo,
  screencastInfo,
  pdfInfo,
  scrapeInfo,
  archiveInfo,
] as const satisfies readonly KindInfo[];

/** Name of a built-in kind. */
export type Kind = (typeof kindInfos)[number]['name'];

/** Name of any kind, built in or of a plugin. */
export type KindName = Kind | (string & {});

/** Names of the built-in kinds. */
export const kinds: readonly Kind[] = kindInfos.map(({ name }) => name);

/** Unicode reserves U+FDD0 to U+FDEF for internal use; they are removed from the page's text. */
const first = 0xfdd0;

const specials = '\\`*_~[]<>&#+-=.)|!';

/** Start and end of emphasis, end of a link, a verbatim block. */
export const marks = {
  strongOpen: String.fromCharCode(first),
  strongClose: String.fromCharCode(first + 1),
  emOpen: String.fromCharCode(first + 2),
  emClose: String.fromCharCode(first + 3),
  delOpen: String.fromCharCode(first + 4),
  delClose: String.fromCharCode(first + 5),
  linkEnd: String.fromCharCode(first + 6),
  verbatim: String.fromCharCode(first + 7),
  /** A line that is blank, inside a block that is done: it parts nothing any more. */
  gap: String.fromCharCode(first + 8),
  /** Start and end of a code span. */
  code: String.fromCharCode(first + 9),
} as const;

/** Any sign of emphasis. */
export const emphasisMark = new RegExp(`[${marks.strongOpen}-${marks.delClose}]`);

const specialsFrom = first + 10;

const markOf = new Map(
  [...specials].map((char, index) => [char, String.fromCharCode(specialsFrom + index)]),
);

/** Every mark of a character of the text, as the inside of a character class. */
export const textMarks = `${String.fromCharCode(specialsFrom)}-${String.fromCharCode(specialsFrom + specials.length - 1)}`;

/** Marks the characters that could mean something in Markdown. */
export function markText(text: string): string {
  return text.replace(/[\\`*_~[\]<>&#+\-=.)|!]/g, (char) => markOf.get(char) ?? char);
}

/** The mark of one special character. */
export function mark(char: string): string {
  return markOf.get(char) ?? char;
}

/** The character that a mark represents; undefined if it is none. */
export function unmarked(char: string): string | undefined {
  const index = char.charCodeAt(0) - specialsFrom;
  return index >= 0 && index < specials.length ? specials[index] : undefined;
}

/** Text with every mark of a character of the text taken back, without a backslash. */
export function plain(text: string): string {
  return text.replace(new RegExp(`[${textMarks}]`, 'g'), (char) => unmarked(char) ?? char);
}

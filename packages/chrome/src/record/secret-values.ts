import { withoutCredentials } from '@tintype/core/page';

/** Values of the secrets of a recording, in memory only: they are removed from what is shown. */
export interface SecretValues {
  /** @param field - key of the element: its value grows while a person types */
  add(name: string, field: string, value: string): void;
  /** Returns true if a selector contains a value, also escaped or percent-encoded. */
  isIn(selector: string): boolean;
  /** Returns a text with `{{name}}` instead of the values. */
  hide(text: string): string;
  /** Returns an address without credentials, and with `{{name}}` instead of values. */
  hideInUrl(url: string): string;
}

/** Shorter values occur by chance. */
const minLength = 4;

/** Maximum number of values: pages can cause some. */
const maxValues = 1000;

export function createSecretValues(): SecretValues {
  const names = new Map<string, string>();
  const lasts = new Map<string, string>();
  let pattern: RegExp | undefined;

  const hide = (text: string) =>
    pattern ? text.replace(pattern, (value) => `{{${names.get(value)}}}`) : text;
  const contains = (text: string) => pattern !== undefined && text.search(pattern) >= 0;

  function hidePiece(piece: string): string {
    const read = decoded(piece);
    const found = pattern && read.match(pattern)?.[0];
    return found === undefined ? piece : `{{${names.get(found)}}}`;
  }

  return {
    hide,
    add(name, field, value) {
      const last = lasts.get(field);
      // The start of a value is no secret of its own: it may be any word.
      const isStart = last !== undefined && value.startsWith(last) && names.get(last) === name;
      if (isStart) names.delete(last);
      lasts.set(field, value);
      if (value.length < minLength || names.size >= maxValues) return;
      if (!names.has(value)) names.set(value, name);
      const longestFirst = [...names.keys()].toSorted((one, other) => other.length - one.length);
      const parts = longestFirst.map((one) =>
        one.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`),
      );
      pattern = new RegExp(parts.join('|'), 'g');
    },
    isIn(selector) {
      const plain = withoutEscapes(selector);
      return [selector, plain, decoded(selector), decoded(plain)].some(contains);
    },
    hideInUrl(url) {
      const shown = hide(withoutCredentials(url)).replace(/[^/?#&=;]+/g, hidePiece);
      // A value with a slash in it, partly encoded.
      return contains(decoded(shown)) && !contains(shown) ? `${URL.parse(url)?.origin}/` : shown;
    },
  };
}

/** Decodes as much as is valid. */
function decoded(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    const read = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
    return read.includes('\uFFFD') ? bytes : read;
  });
}

/** Removes the escapes of CSS. */
function withoutEscapes(selector: string): string {
  return selector.replace(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (all, hex?: string, letter = '') => {
    if (hex === undefined) return String(letter);
    const code = Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}

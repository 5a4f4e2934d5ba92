/** A name and what belongs to it. */
export interface Pair {
  name: string;
  value: string;
}

/**
 * Splits headers in one string, at a semicolon and a space. The next part is a header only if it
 * has a name: `Accept: text/html; q=0.8` stays one header.
 */
export function splitHeaders(text: string): string[] {
  const headers: string[] = [];
  for (const part of text.split('; ')) {
    const pair = cutPair(part, ':');
    if (headers.length > 0 && (pair === undefined || !isToken(pair.name))) {
      headers.push(`${headers.pop()}; ${part}`);
    } else {
      headers.push(part);
    }
  }
  return headers.map(trimSpace).filter((header) => header !== '');
}

/** Reads `name=value`; undefined when there is no name. */
export function cookiePair(cookie: string): Pair | undefined {
  return cutPair(cookie, '=');
}

/** Reads `name: value`; undefined when there is no name. */
export function headerPair(header: string): Pair | undefined {
  return cutPair(header, ':');
}

/** Cuts a text in two at the first `mark`; undefined when there is no name before it. */
export function cutPair(text: string, mark: string): Pair | undefined {
  const at = text.indexOf(mark);
  if (at < 0) return undefined;
  const name = trimSpace(text.slice(0, at));
  return name === '' ? undefined : { name, value: trimSpace(text.slice(at + 1)) };
}

/**
 * Removes white space that HTTP allows around a value. Line breaks stay, so that they are rejected.
 */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Returns whether a text is a token of HTTP (RFC 9110, 5.6.2), as names of headers must be. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

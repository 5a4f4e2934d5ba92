export interface Pair {
  name: string;
  value: string;
}

/** Splits headers at `; `, but only before a name: `Accept: text/html; q=0.8` stays one. */
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

/** Parses `name=value`; undefined if there is no name. */
export function cookiePair(cookie: string): Pair | undefined {
  return cutPair(cookie, '=');
}

/** Parses `name: value`; undefined if there is no name. */
export function headerPair(header: string): Pair | undefined {
  return cutPair(header, ':');
}

/** Splits a text at the first `mark`; undefined if there is no name before it. */
export function cutPair(text: string, mark: string): Pair | undefined {
  const at = text.indexOf(mark);
  if (at < 0) return undefined;
  const name = trimSpace(text.slice(0, at));
  return name === '' ? undefined : { name, value: trimSpace(text.slice(at + 1)) };
}

/** Removes white space that HTTP allows around a value; line breaks are rejected later. */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Returns true for an HTTP token (RFC 9110, 5.6.2), which header names must be. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

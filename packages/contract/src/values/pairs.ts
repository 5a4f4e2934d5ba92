/** A name and what belongs to it. */
export interface Pair {
  name: string;
  value: string;
}

/**
 * Divides cookies that stand in one string. A cookie cannot hold a semicolon, so each one divides.
 *
 * @example
 * splitCookies('a=1; b=2'); // ['a=1', 'b=2']
 */
export function splitCookies(text: string): string[] {
  return text
    .split(';')
    .map(trimSpace)
    .filter((part) => part !== '');
}

/**
 * Divides headers that stand in one string, at a semicolon and a space. What follows is a header only
 * when it has a name: `Accept: text/html; q=0.8` stays one header.
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

function cutPair(text: string, mark: string): Pair | undefined {
  const at = text.indexOf(mark);
  if (at < 0) return undefined;
  const name = trimSpace(text.slice(0, at));
  return name === '' ? undefined : { name, value: trimSpace(text.slice(at + 1)) };
}

/** Takes away what HTTP allows around a value. Line breaks stay, so that they are refused. */
function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Whether a text is a token of HTTP (RFC 9110, 5.6.2), as names of headers must be. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** How each of the lists of pairs is divided. */
export const pairSplitters: Readonly<Record<string, (text: string) => string[]>> = {
  cookies: splitCookies,
  headers: splitHeaders,
};

/** A comma that another pair follows. What a name of a header cannot be is `http` before `//`: that is an address. */
const joints: Readonly<Record<string, RegExp>> = {
  cookies: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+=)/,
  headers: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+:(?!\/\/))/,
};

/**
 * Divides pairs that were a list once and came as one string: clients join lists with commas. A comma divides only where a name
 * follows it, with `=` in cookies and `:` in headers.
 *
 * @example
 * splitJoinedPairs('headers', 'Accept: text/html,*\/*,X-A: 1'); // ['Accept: text/html,*\/*', 'X-A: 1']
 */
export function splitJoinedPairs(name: 'cookies' | 'headers', text: string): string[] {
  const joint = joints[name];
  const split = pairSplitters[name];
  if (joint === undefined || split === undefined) return [text];
  return text.split(joint).flatMap(split);
}

/** Whether a parameter is a list of pairs. */
export function isPairList(name: string): name is 'cookies' | 'headers' {
  return name === 'cookies' || name === 'headers';
}

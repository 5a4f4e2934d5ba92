import { splitCookies } from './cookies.ts';
import { splitHeaders } from './pairs.ts';

/** Splitters of the lists of pairs. */
export const pairSplitters: Readonly<Record<string, (text: string) => string[]>> = {
  cookies: splitCookies,
  headers: splitHeaders,
};

/**
 * A comma that another pair follows. What a name of a header cannot be is `http` before `//`: that
 * is an address.
 */
const joints: Readonly<Record<string, RegExp>> = {
  cookies: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+=)/,
  headers: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+:(?!\/\/))/,
};

/**
 * Divides pairs that were a list once and came as one string: clients join lists with commas. A
 * comma divides only where a name follows it, with `=` in cookies and `:` in headers.
 *
 * @example
 * splitJoinedPairs('headers', 'Accept: text/html,*\/*,X-A: 1'); // ['Accept: text/html,*\/*', 'X-A:
 * 1']
 */
export function splitJoinedPairs(name: 'cookies' | 'headers', text: string): string[] {
  const joint = joints[name];
  const split = pairSplitters[name];
  if (joint === undefined || split === undefined) return [text];
  return text.split(joint).flatMap(split);
}

/** Returns whether a parameter is a list of pairs. */
export function isPairList(name: string): name is 'cookies' | 'headers' {
  return name === 'cookies' || name === 'headers';
}

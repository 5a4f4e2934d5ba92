import { splitCookies } from './cookies.ts';
import { splitHeaders } from './pairs.ts';

/** Functions that split lists of pairs, by parameter. */
export const pairSplitters: Readonly<Record<string, (text: string) => string[]>> = {
  cookies: splitCookies,
  headers: splitHeaders,
};

/** A comma before another pair. `http` before `//` is no name of a header. */
const joints: Readonly<Record<string, RegExp>> = {
  cookies: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+=)/,
  headers: /,(?=[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+:(?!\/\/))/,
};

/** Splits pairs that a client joined with commas; only before a name with `=` or `:`. */
export function splitJoinedPairs(name: 'cookies' | 'headers', text: string): string[] {
  const joint = joints[name];
  const split = pairSplitters[name];
  if (joint === undefined || split === undefined) return [text];
  return text.split(joint).flatMap(split);
}

export function isPairList(name: string): name is 'cookies' | 'headers' {
  return name === 'cookies' || name === 'headers';
}

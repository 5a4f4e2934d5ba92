import { cutPair, trimSpace, type Pair } from './pairs.ts';

/** A cookie as a server would set it. */
export interface Cookie extends Pair {
  /** Host that receives it, with its subdomains. Default: only the host of the page. */
  domain?: string;
  path?: string;
  /** HTTP date, as written. */
  expires?: string;
  /** Seconds from the render; takes precedence over `expires`. */
  maxAge?: string;
  secure?: true;
  httpOnly?: true;
  sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Attributes with a value, in the order in which they are written. */
const attributes = {
  domain: 'Domain',
  path: 'Path',
  expires: 'Expires',
  'max-age': 'Max-Age',
  samesite: 'SameSite',
} as const;

/** Attributes without a value. */
const flags = { secure: 'Secure', httponly: 'HttpOnly' } as const;

/** Attributes that have no effect on a single render. */
const ignored: ReadonlySet<string> = new Set(['priority', 'partitioned']);

/** Returns true if a part between semicolons is an attribute of the cookie before it. */
function isAttribute(part: string): boolean {
  const name = (cutPair(part, '=')?.name ?? part).toLowerCase();
  return ignored.has(name) || Object.hasOwn(part.includes('=') ? attributes : flags, name);
}

/** Splits `a=1; b=2; Path=/; Secure` into `a=1` and `b=2; Path=/; Secure`. */
export function splitCookies(text: string): string[] {
  const cookies: string[] = [];
  for (const part of text.split(';').map(trimSpace)) {
    if (part === '') continue;
    if (cookies.length > 0 && isAttribute(part)) cookies.push(`${cookies.pop()}; ${part}`);
    else cookies.push(part);
  }
  return cookies;
}

/** Parses a cookie and its attributes; undefined without a name or an equals sign. */
export function readCookie(text: string): Cookie | undefined {
  const [first = '', ...parts] = text.split(';');
  const pair = cutPair(first, '=');
  if (pair === undefined) return undefined;
  const cookie: Cookie = pair;
  for (const part of parts.map(trimSpace)) {
    const { name = part, value = '' } = cutPair(part, '=') ?? {};
    readAttribute(cookie, name.toLowerCase(), value);
  }
  return cookie;
}

function readAttribute(cookie: Cookie, name: string, value: string): void {
  if (name === 'domain') cookie.domain = value.toLowerCase();
  else if (name === 'path') cookie.path = value;
  else if (name === 'expires') cookie.expires = value;
  else if (name === 'max-age') cookie.maxAge = value;
  else if (name === 'samesite') {
    const lower = value.toLowerCase();
    cookie.sameSite = `${lower.charAt(0).toUpperCase()}${lower.slice(1)}` as 'Lax';
  } else if (name === 'secure') cookie.secure = true;
  else if (name === 'httponly') cookie.httpOnly = true;
}

/** Returns the canonical form of a cookie. */
export function writeCookie(cookie: Cookie): string {
  const { name, value, domain, path, expires, maxAge, sameSite, secure, httpOnly } = cookie;
  const given = { domain, path, expires, 'max-age': maxAge, samesite: sameSite };
  return [
    `${name}=${value}`,
    ...Object.entries(attributes).flatMap(([key, written]) => {
      const text = given[key as keyof typeof given];
      return text === undefined ? [] : [`${written}=${text}`];
    }),
    ...(secure ? [flags.secure] : []),
    ...(httpOnly ? [flags.httponly] : []),
  ].join('; ');
}

/** Returns the problem of a cookie's attributes, if any. Messages never contain their values. */
export function attributeProblem(cookie: Cookie): string | undefined {
  const { domain, path, expires, maxAge, sameSite, secure } = cookie;
  if (domain !== undefined && !/^\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:]+\]$/.test(domain)) {
    return 'has a Domain that is no host name';
  }
  if (path !== undefined && !path.startsWith('/')) {
    return 'has a Path that does not begin with /';
  }
  if (expires !== undefined && Number.isNaN(Date.parse(expires))) {
    return 'has an Expires that is no date like Wed, 21 Oct 2026 07:28:00 GMT';
  }
  if (maxAge !== undefined && !/^-?[0-9]{1,12}$/.test(maxAge)) {
    return 'has a Max-Age that is no number of seconds';
  }
  if (sameSite !== undefined && !['Strict', 'Lax', 'None'].includes(sameSite)) {
    return 'has a SameSite that is none of Strict, Lax and None';
  }
  return sameSite === 'None' && !secure ? 'has SameSite=None without Secure' : undefined;
}

/** Returns the expiry of a cookie in Unix seconds; undefined for a session cookie. */
export function cookieExpiry({ expires, maxAge }: Cookie, nowMs: number): number | undefined {
  if (maxAge !== undefined) return nowMs / 1000 + Number(maxAge);
  return expires === undefined ? undefined : Date.parse(expires) / 1000;
}

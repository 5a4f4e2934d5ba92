import { describeValue } from '../read/wrong-value.ts';
import { basicCredentials } from '../values/basic-credentials.ts';
import { attributeProblem, readCookie } from '../values/cookies.ts';
import { cookiePair, headerPair, isToken } from '../values/pairs.ts';
import { rule, type Rule } from './rule.ts';
import { storageState } from '../values/storage-state.ts';

/** Headers of the connection, which could make a request ambiguous (request smuggling). */
const reserved = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'set-cookie',
  'set-cookie2',
]);

/** True if a header can have this value: no control characters but tab, nothing above U+00FF. */
function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Rules of what a page receives. */
export const headerRules: readonly Rule[] = [
  rule('user_agent_is_sendable', 'user_agent', ({ user_agent: text }) =>
    text === undefined || isHeaderValue(text)
      ? undefined
      : `user_agent must hold no line breaks, control characters or characters above U+00FF; got ${describeValue(text)}.`,
  ),
  rule('authorization_is_basic', 'authorization', ({ authorization: text }) =>
    text === undefined || basicCredentials(text) !== undefined
      ? undefined
      : 'authorization must be user:password or its base64, with or without the word Basic before it; got something else (not shown). Other schemes go into headers: Authorization: Bearer ...',
  ),
  rule('cookies_are_pairs', 'cookies', ({ cookies }) => firstProblem(cookies, cookieProblem)),
  /** Validates `storage_state`. Messages never contain its values. */
  rule('storage_state_is_complete', 'storage_state', ({ storage_state: text }) => {
    const problem = text === undefined ? undefined : storageState(text);
    return typeof problem === 'string'
      ? `storage_state must be a storage state as Playwright writes it, {"cookies": [...], "origins": [...]}; ${problem}.`
      : undefined;
  }),
  /** A session has a storage state of its own. */
  rule('one_state', 'session', ({ session, storage_state: state }) =>
    session !== undefined && state !== undefined
      ? 'session and storage_state cannot be given together: leave one of them out.'
      : undefined,
  ),
  /** A cached result would neither use nor change the state of a session. */
  rule('session_is_not_cached', 'session', ({ session, cache }) =>
    session !== undefined && cache === true
      ? 'session and cache cannot be given together: leave one of them out.'
      : undefined,
  ),
  rule('headers_are_sendable', 'headers', ({ headers }) => firstProblem(headers, headerProblem)),
];

function headerProblem(header: string, position: number): string | undefined {
  const pair = headerPair(header);
  if (pair === undefined)
    return `headers must be name: value pairs; number ${position} has no name.`;
  if (!isToken(pair.name)) {
    return `headers must have names of letters, digits and !#$%&'*+-.^_\`|~; number ${position} has the name ${describeValue(pair.name)}.`;
  }
  const name = pair.name.toLowerCase();
  if (name === 'cookie' && !pair.value.split(';').every((part) => cookiePair(part) !== undefined)) {
    return `headers must hold name=value pairs in Cookie; number ${position} has one without a name or a value.`;
  }
  if (reserved.has(name) || name.startsWith('proxy-')) {
    return `headers may not set Host, Content-Length, Transfer-Encoding, Connection, Keep-Alive, TE, Trailer, Upgrade, Set-Cookie or Proxy-*; number ${position} sets ${pair.name}.`;
  }
  return isHeaderValue(pair.value)
    ? undefined
    : `headers must have values without line breaks, control characters and characters above U+00FF; number ${position} (${pair.name}) has one.`;
}

function cookieProblem(cookie: string, position: number): string | undefined {
  const read = readCookie(cookie);
  if (read === undefined) {
    return `cookies must be name=value pairs; number ${position} has no name or no equals sign.`;
  }
  if (hasControl(cookie)) {
    return `cookies must not hold control characters; number ${position} does.`;
  }
  const problem = attributeProblem(read);
  return problem && `cookies must have attributes as in Set-Cookie; number ${position} ${problem}.`;
}

/** Requires a file name, not a path: the extension is appended and it becomes part of a header. */
export const attachmentNameIsPlain: Rule = rule(
  'attachment_name_is_plain',
  'attachment_name',
  ({ attachment_name: name }) =>
    name === undefined || !(hasControl(name) || /[/\\]/.test(name))
      ? undefined
      : `attachment_name must be a plain file name without slashes and control characters; got ${describeValue(name)}.`,
);

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\x00-\x1f\x7f]/.test(text);
}

function firstProblem(
  list: readonly string[] | undefined,
  problemOf: (item: string, position: number) => string | undefined,
): string | undefined {
  for (const [index, item] of (list ?? []).entries()) {
    const problem = problemOf(item, index + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

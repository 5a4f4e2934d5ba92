import { RenderError } from '@tintype/contract/errors';
import { maxStateLength, storageState, type StorageState } from '@tintype/contract/light';
import { sessionNotFound } from '@tintype/contract/read';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { PageLogin, PageSessionInfo, PageSessionContent } from '../../ports.ts';

export interface PageSessionRow {
  name: string;
  has_login: number;
  bytes: number;
  cookies: number;
  origins: number;
  created_at: number;
  updated_at: number;
  used_at: number;
  expires_at: number;
}

export interface ContentRow {
  state: Uint8Array;
  login: Uint8Array | null;
  version: string;
  used_at: number;
  expires_at: number;
}

/** Columns of a {@link PageSessionRow}: without the state, which can be a megabyte. */
export const shownColumns = `name, CASE WHEN login IS NULL THEN 0 ELSE 1 END AS has_login, bytes,
  cookies, origins, created_at, updated_at, used_at, expires_at`;

export const stateContext = (accountId: string, name: string) =>
  `page session ${accountId} ${name}`;
export const loginContext = (accountId: string, name: string) => `page login ${accountId} ${name}`;

/** Encrypts a state. @throws RenderError `payload_too_large` */
export function stateColumns(state: StorageState, context: string, box: SecretBox) {
  const text = JSON.stringify(state);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxStateLength) {
    throw new RenderError(
      'payload_too_large',
      `The cookies, local storage and databases of a session have at most ${maxStateLength} bytes as JSON; got ${bytes}.`,
    );
  }
  return {
    state: box.seal(text, context),
    bytes,
    cookies: state.cookies.length,
    origins: state.origins.length,
  };
}

export function toPageSession(row: PageSessionRow): PageSessionInfo {
  return {
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
    cookies: row.cookies,
    origins: row.origins,
    bytes: row.bytes,
    hasLogin: row.has_login === 1,
  };
}

/**
 * @throws RenderError `storage_failed` if it cannot be decrypted, `session_not_found` if its state
 *   does not parse
 */
export function toContent(
  row: ContentRow,
  [accountId, name]: readonly [string, string],
  box: SecretBox,
): PageSessionContent {
  const state = box.open(row.state, stateContext(accountId, name));
  const login = row.login === null ? '' : box.open(row.login, loginContext(accountId, name));
  if (state === undefined || login === undefined) {
    throw new RenderError(
      'storage_failed',
      `The session ${name} cannot be decrypted. Create it again.`,
    );
  }
  const parsed = storageState(state);
  if (typeof parsed === 'string') throw sessionNotFound(name, parsed);
  return {
    state: parsed,
    ...(login === '' ? {} : { login: JSON.parse(login) as PageLogin }),
    version: row.version,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
  };
}

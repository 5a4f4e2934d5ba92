import { RenderError } from '@tintype/contract/errors';

/** Location of a store. */
export type StorePlace = { kind: 'sqlite'; folder: string } | { kind: 'postgres'; url: string };

/** Returns whether {@link placeOf} accepts a text. */
export const isStorePlace = (text: string): boolean =>
  text === 'sqlite' || /^sqlite:./.test(text) || isPostgres(text);

const isPostgres = (text: string) => /^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text);

/**
 * Reads `sqlite`, `sqlite:<folder>` or `postgres://...`.
 * @param dataDir - the folder of the service, where no other is named
 * @throws RenderError `invalid_parameter`, without the text: it can hold a password
 */
export function placeOf(text: string | undefined, dataDir: string): StorePlace {
  if (text === undefined || text === 'sqlite') return { kind: 'sqlite', folder: dataDir };
  if (isPostgres(text)) return { kind: 'postgres', url: text };
  if (isStorePlace(text)) return { kind: 'sqlite', folder: text.slice('sqlite:'.length) };
  throw new RenderError(
    'invalid_parameter',
    'The store must be sqlite, sqlite:<folder> or postgres://user:password@host:port/database.',
  );
}

/** Without user and password. */
export function concealPlace(text: string): string {
  const url = isPostgres(text) ? new URL(text) : undefined;
  return url ? `${url.protocol}//${url.host}${url.pathname}` : text;
}

import { RenderError } from '@tintype/contract/errors';

/** Codes of Postgres by their first letters, from https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const reasons: readonly (readonly [begin: string, reason: string])[] = [
  ['08', 'the connection to the database was lost'],
  ['28', 'the database refuses its user or password'],
  ['3D000', 'there is no such database'],
  ['42501', 'the user of the database may not do this'],
  ['53100', 'the disk of the database is full'],
  ['53', 'the database has no room for another connection'],
  ['57014', 'the database took too long'],
  ['57P', 'the database is shutting down or starting'],
  ['58', 'the database had an error of its system'],
  ['XX', 'the database is damaged'],
];

const systemReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the database does not answer',
  ECONNRESET: 'the connection to the database was lost',
  EPIPE: 'the connection to the database was lost',
  ETIMEDOUT: 'the database does not answer',
  ENOTFOUND: 'the host of the database cannot be found',
  EAI_AGAIN: 'the host of the database cannot be found',
};

/** What went wrong in the database, as an error that anyone may see. No address is in the message. */
export function postgresError(error: unknown): unknown {
  if (error instanceof RenderError || !(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  const reason = code === undefined ? lostReason(error) : reasonOf(code);
  if (reason === undefined) return error;
  const kind = code === '53100' ? 'storage_full' : 'storage_failed';
  return new RenderError(kind, `The store of the service failed: ${reason}.`, { cause: error });
}

function reasonOf(code: string): string | undefined {
  return systemReasons[code] ?? reasons.find(([begin]) => code.startsWith(begin))?.[1];
}

/** What the driver says itself has no code. */
function lostReason({ message }: Error): string | undefined {
  return /connection (?:terminated|ended|error)|timeout exceeded/i.test(message)
    ? 'the connection to the database was lost'
    : undefined;
}

import { RenderError } from '@tintype/contract/errors';

/**
 * Codes of Postgres by their first letters, from
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const reasons: readonly (readonly [begin: string, reason: string])[] = [
  ['08', 'the connection to the database was lost'],
  ['25006', 'the database can only be read'],
  ['25P02', 'a transaction had failed before'],
  ['25P', 'a transaction was idle for too long'],
  ['28', 'the database refuses its user or password'],
  ['3D000', 'there is no such database'],
  ['40', 'others were in the way again and again'],
  ['42501', 'the user of the database may not do this'],
  ['53100', 'the disk of the database is full'],
  ['53', 'the database has no room for another connection'],
  ['55P03', 'others were in the way for too long'],
  ['57014', 'the database took too long'],
  ['57P', 'the database is shutting down or starting'],
  ['58', 'the database had an error of its system'],
  ['XX', 'the database is damaged'],
];

/** Values, constraints, syntax, names and program limits: retrying never helps. */
const ownFaults = ['22', '23', '42', '54'];

const LOST = 'the connection to the database was lost';
const SILENT = 'the database does not answer';
const NO_HOST = 'the host of the database cannot be found';
const UNTRUSTED = 'the certificate of the database is not trusted';

const systemReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  EHOSTDOWN: SILENT,
  ENETDOWN: SILENT,
  ENOENT: SILENT,
  EACCES: 'this user may not connect to the database',
  EPERM: 'this user may not connect to the database',
  EMFILE: 'too many files are open',
  ECONNRESET: LOST,
  ECONNABORTED: LOST,
  EPIPE: LOST,
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ERR_INVALID_URL: 'its address is not valid',
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
};

/**
 * Of Node's TLS: what it says of certificates.
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const certificate = /CERT|ISSUER|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)/;

/** Errors of the driver itself have no code. */
const messages: readonly (readonly [RegExp, reason: string])[] = [
  [/does not support SSL/i, 'the database does not take TLS'],
  [/SASL|password must be|authentication/i, 'the database refuses its user or password'],
  [/read timeout|timeout exceeded|timeout expired/i, SILENT],
  [/connection|not queryable|after calling end|client was closed/i, LOST],
];

/** Returns a database error that is safe to show: without addresses. */
export function postgresError(error: unknown): unknown {
  if (error instanceof RenderError || !(error instanceof Error)) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const { code } = error as { code?: string };
  const kind = code === '53100' ? 'storage_full' : 'storage_failed';
  // Node puts an address that is not valid, with its password, into the error.
  const cause = code === 'ERR_INVALID_URL' ? undefined : error;
  return new RenderError(kind, `The store of the service failed: ${reason}.`, { cause });
}

/** Undefined: a fault of the program itself. */
function reasonOf(error: Error): string | undefined {
  const { code, severity, syscall } = error as {
    code?: string;
    severity?: string;
    syscall?: string;
  };
  // Several addresses of one host that did not answer have no message of their own.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  if (first instanceof Error) return reasonOf(first);
  if (code === undefined) return messages.find(([form]) => form.test(error.message))?.[1];
  if (severity !== undefined) {
    const known = reasons.find(([begin]) => code.startsWith(begin))?.[1];
    if (known === undefined && ownFaults.includes(code.slice(0, 2))) return undefined;
    return known ?? `the database refused a statement (${code})`;
  }
  const known = systemReasons[code];
  if (known !== undefined) return known;
  if (certificate.test(code)) return UNTRUSTED;
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return 'no TLS connection to the database could be made';
  return syscall === undefined ? undefined : LOST;
}

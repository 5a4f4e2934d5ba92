import type { Journal } from '@tintype/store';

/** A change by an operator. */
export interface AuditEntry {
  /** In words, or the method and the route. */
  action: string;
  /** The session or token that did it. */
  by: string;
  /** Whose account was changed. */
  account?: string | undefined;
  /** Id of what was changed, or made. */
  subject?: string | undefined;
  /** Names of the fields that were given, or of the keys that were made. */
  changed?: readonly string[] | undefined;
  requestId?: string;
}

/** Number of entries that are stored. */
export const auditKept = 10_000;

export async function writeAudit(
  journal: Pick<Journal, 'write'>,
  entry: AuditEntry,
): Promise<void> {
  await journal.write('audit', JSON.stringify(entry), auditKept);
}

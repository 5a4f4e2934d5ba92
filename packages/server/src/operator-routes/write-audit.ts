import type { Journal } from '@tintype/store';

/** What an operator changed. */
export interface AuditEntry {
  /** In words, or the method and the route. */
  action: string;
  /** The session or token that did it. */
  by: string;
  /** Whose account was changed. */
  account?: string | undefined;
  /** Id of what was changed, as it stands in the address. */
  subject?: string | undefined;
  requestId?: string;
}

/** How many entries stay. */
export const auditKept = 10_000;

export async function writeAudit(
  journal: Pick<Journal, 'write'>,
  entry: AuditEntry,
): Promise<void> {
  await journal.write('audit', JSON.stringify(entry), auditKept);
}

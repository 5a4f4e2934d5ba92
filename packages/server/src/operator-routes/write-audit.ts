import type { AuditEntry } from '@tintype/contract/wire';
import type { Journal } from '@tintype/store';

export const auditKept = 10_000;

export async function writeAudit(
  journal: Pick<Journal, 'write'>,
  entry: { [Name in keyof Omit<AuditEntry, 'at'>]: AuditEntry[Name] | undefined },
): Promise<void> {
  await journal.write('audit', JSON.stringify(entry), auditKept);
}

import type { AuditEntry } from '@tintype/client';

/**
 * Returns the account that a change is of, and what was changed in it. Of a change of an account
 * itself the service names the account as its subject.
 */
export function ownerOf({ account, subject }: Pick<AuditEntry, 'account' | 'subject'>): {
  owner?: string;
  item?: string;
} {
  if (account === undefined) return subject === undefined ? {} : { owner: subject };
  return { owner: account, ...(subject !== undefined && { item: subject }) };
}

import type { AuditEntry } from '@tintype/client';

/** Returns the account of a change, and what was changed in it, if not the account itself. */
export function ownerOf({ account, subject }: Pick<AuditEntry, 'account' | 'subject'>): {
  owner?: string;
  item?: string;
} {
  if (account === undefined) return subject === undefined ? {} : { owner: subject };
  return { owner: account, ...(subject !== undefined && { item: subject }) };
}

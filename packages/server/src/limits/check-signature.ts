import { RenderError } from '@tintype/contract';
import { verifySignature } from '@tintype/contract/signing';
import type { Account, Accounts } from '@tintype/store';
import type { Entries } from '../read/read-query.ts';

/**
 * Checks the signature of a render GET, where there is one or has to be one.
 * @param query as it was sent, nothing decoded
 * @throws RenderError `signature_required`, `invalid_signature`
 */
export async function checkSignature(
  query: string,
  entries: Entries,
  account: Account,
  accounts: Pick<Accounts, 'secretKey'>,
): Promise<void> {
  // Most requests have none and need none: no secret has to be decrypted for these.
  const isSigned = entries.some(([name]) => name === 'signature');
  if (!isSigned && !account.signatureRequired) return;
  const secret = await accounts.secretKey(account.id);
  if (secret === undefined) throw new RenderError('unauthorized');
  switch (verifySignature(query, secret)) {
    case 'valid':
      return;
    case 'missing':
      if (account.signatureRequired) throw new RenderError('signature_required');
      return;
    case 'repeated':
      throw new RenderError('invalid_signature', 'signature must be given once.');
    case 'invalid':
      throw new RenderError('invalid_signature');
  }
}

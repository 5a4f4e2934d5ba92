import { RenderError } from '@tintype/contract';
import {
  signatureVersionOf,
  verifyLink,
  verifySignature,
  type Link,
} from '@tintype/contract/signing';
import type { Accounts } from '@tintype/store';
import type { Entries } from './read-query.ts';
import type { Caller } from '../options/server-options.ts';

/**
 * Checks the signature of a GET, if present or required. `link` is the undecoded target.
 * @throws RenderError `signature_required`, `invalid_signature`
 */
export async function checkSignature(
  link: Link,
  entries: Entries,
  { account, publishable }: Pick<Caller, 'account' | 'publishable'>,
  accounts: Pick<Accounts, 'secretKeys'>,
  nowMs: number,
): Promise<void> {
  const isRequired = account.signatureRequired || publishable;
  // Avoids decrypting the secret for requests without a signature.
  const isSigned = entries.some(([name]) => name === 'signature');
  const version = signatureVersionOf(link.query);
  const hasEnd = entries.some(([name]) => name === 'expires');
  if (version === undefined || (hasEnd && version !== 2)) throw malformed();
  if (!isSigned && !isRequired && version === 1) return;
  const secrets = await accounts.secretKeys(account.id);
  const states = secrets.map((secret) =>
    version === 2 ? verifyLink(link, secret, nowMs) : verifySignature(link.query, secret),
  );
  // With a rotated key, one of the states may be valid.
  const state = states.find((each) => each !== 'invalid') ?? states[0];
  if (state === undefined) throw new RenderError('unauthorized');
  if (state === 'missing') {
    if (isRequired || version === 2) throw new RenderError('signature_required');
    return;
  }
  if (state === 'malformed') throw malformed();
  if (state !== 'valid') throw new RenderError('invalid_signature', problems[state]);
  if (version < account.signatureVersion) {
    throw new RenderError(
      'invalid_signature',
      `This account accepts only signature_version=${account.signatureVersion}.`,
    );
  }
}

const problems = {
  repeated: 'signature must be given once.',
  expired: 'This link has expired.',
  invalid: undefined,
} as const;

function malformed(): RenderError {
  return new RenderError(
    'invalid_signature',
    'signature_version must be 1 or 2, and expires a time in Unix seconds with signature_version=2; each is given once.',
  );
}

import type { OperatedAccount } from '@tintype/client';
import { CopyButton } from '../shell/copy-button.tsx';

/** Keys are shown once: they cannot be read later. */
export function NewKeys({ account }: { account: OperatedAccount }) {
  const keys = { 'Access key': account.access_key, 'Secret key': account.secret_key };
  return (
    <section class="new-keys" aria-label="New keys">
      <p>
        New keys for <strong>{account.name}</strong>. Save them now: they are not shown again.
      </p>
      <dl>
        {Object.entries(keys).map(
          ([name, key]) =>
            key !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{key}</code> <CopyButton copy={key} of={name} class="link" />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

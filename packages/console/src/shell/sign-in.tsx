import { useState } from 'preact/hooks';
import { createApi, type SessionState } from '../api.ts';
import { Logo } from './frame.tsx';
import { Problem } from './pending.tsx';

/** The reason for a new sign-in: an expired session or link. */
export interface Ending {
  as: 'account' | 'operator' | 'link';
}

/** Form for an access key, or for an operator's credentials. */
export function SignIn({
  ending,
  onSignedIn,
}: {
  ending: Ending | undefined;
  onSignedIn(session: SessionState): void;
}) {
  const [asOperator, setAsOperator] = useState(ending !== undefined && ending.as !== 'account');
  const [error, setError] = useState<Error | undefined>();
  const [busy, setBusy] = useState(false);
  const signIn = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget as HTMLFormElement).get('secret') ?? '');
    setBusy(true);
    setError(undefined);
    const body = asOperator ? { password: given } : { access_key: given.trim() };
    await createApi()
      .json<SessionState>('POST', '/console/session', body)
      .then(onSignedIn, setError);
    setBusy(false);
  };
  return (
    <main class="sign-in">
      <h1>
        <Logo /> Tintype
      </h1>
      <p class="quiet">Web pages as images, videos, PDFs and text.</p>
      {ending && (
        <p class="ending" role="status">
          {ending.as === 'link'
            ? 'This link was used before, or is older than ten minutes. Request another one.'
            : 'The session has ended. Sign in to continue.'}
        </p>
      )}
      <form onSubmit={(event) => void signIn(event)}>
        <label for="secret">{asOperator ? 'Operator password' : 'Access key'}</label>
        <input
          key={String(asOperator)}
          id="secret"
          name="secret"
          type="password"
          autocomplete={asOperator ? 'current-password' : 'off'}
          spellcheck={false}
          required
        />
        {error && <Problem error={error} />}
        <button type="submit" class="primary" disabled={busy}>
          Sign in
        </button>
      </form>
      {asOperator ? (
        <p class="quiet">
          Without a password, run <code>tintype console login</code> on the machine of the service,
          and open the printed link.
        </p>
      ) : (
        <p class="quiet">
          The access key was shown when your account was created. It is not stored: the browser
          stores a session for 12 hours.
        </p>
      )}
      <button type="button" class="link" onClick={() => setAsOperator(!asOperator)}>
        {asOperator ? 'Sign in with an access key' : 'I run this service'}
      </button>
    </main>
  );
}

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, createApi, type SessionState } from '../api.ts';
import { Context } from '../context.ts';
import { pagesFor } from '../pages.tsx';
import { usePlace } from '../router.ts';
import { createNotices, type Notice } from './create-notices.ts';
import { Frame } from './frame.tsx';
import { SignIn, type Ending } from './sign-in.tsx';
import { Problem } from './pending.tsx';

const accountKey = 'tintype-account';

/** The console, or its sign-in form. */
export function App() {
  const [session, setSession] = useState<SessionState | undefined>();
  const [failure, setFailure] = useState<Error | undefined>();
  const [ending, setEnding] = useState<Ending | undefined>();
  const [account, setAccount] = useState(() => localStorage.getItem(accountKey) ?? '');
  const [place, go] = usePlace();
  const [notice, setNotice] = useState<Notice | undefined>();
  const { notify, defer, flush } = useMemo(() => createNotices(setNotice), []);
  useEffect(() => {
    const onHide = () => void flush();
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  }, []);
  // A deferred change belongs to its page and account: other pages show it as made.
  useEffect(() => () => void flush(), [place.page, place.id, account]);
  useEffect(() => {
    firstSession(() => setEnding({ as: 'link' })).then(setSession, setFailure);
  }, []);
  const choose = useCallback((id: string) => {
    localStorage.setItem(accountKey, id);
    setAccount(id);
  }, []);
  const api = useMemo(
    () =>
      createApi({
        csrf: session?.csrf,
        ...(session?.who === 'operator' && { account }),
        onSignedOut: () => {
          setEnding({ as: session?.who ?? 'account' });
          setSession({ who: null });
        },
      }),
    [session, account],
  );
  if (failure) return <Problem error={failure} />;
  if (session === undefined) return <div class="skeleton page" aria-busy="true" />;
  if (session.who === null) {
    const onSignedIn = (next: SessionState) => {
      setEnding(undefined);
      setSession(next);
    };
    return <SignIn key={ending?.as} ending={ending} onSignedIn={onSignedIn} />;
  }
  const pages = pagesFor(session);
  const page = pages.find(({ path }) => path === place.page) ?? pages[0];
  if (page === undefined) return null;
  const { path, access, component: Shown } = page;
  // A page of the operator belongs to no account: its form fields survive a change of the account.
  const key = access === 'operator' ? path : `${path} ${account}`;
  const signOut = async () => {
    // A deferred deletion needs the session.
    await flush();
    await api.send('DELETE', '/console/session').then(
      () => {
        sessionStorage.clear();
        // Ends renders that the tab is about to remember, and removes what is in memory.
        location.reload();
      },
      (error: Error) => notify(error.message),
    );
  };
  return (
    <Context.Provider value={{ api, session, place: { ...place, page: path }, go, notify, defer }}>
      <Frame pages={pages} account={account} onAccount={choose} onSignOut={() => void signOut()}>
        <Shown key={key} />
      </Frame>
      <div class="notice" role="status">
        {notice?.text}
        {notice?.undo && (
          <button type="button" class="link" onClick={() => notice.undo?.()}>
            Undo
          </button>
        )}
      </div>
    </Context.Provider>
  );
}

/** Signs in with the one-time link in the URL, or returns the browser's current session. */
async function firstSession(onDeadLink: () => void): Promise<SessionState> {
  const api = createApi();
  const link = /^#link=([\w-]{43})$/.exec(location.hash)?.[1];
  if (link !== undefined) {
    history.replaceState(null, '', location.pathname);
    const session = await api
      .json<SessionState>('POST', '/console/session', { link })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) onDeadLink();
        return undefined;
      });
    if (session) return session;
  }
  return await api.json<SessionState>('GET', '/console/session');
}

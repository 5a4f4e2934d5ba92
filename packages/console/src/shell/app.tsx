import type { FunctionComponent } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, createApi, type SessionState } from '../api.ts';
import { Context } from '../context.ts';
import { usePlace } from '../router.ts';
import { PlaygroundPage } from '../playground/playground-page.tsx';
import { Frame, pagesFor } from './frame.tsx';
import { Lazy } from './lazy.tsx';
import { Problem } from './problem.tsx';
import { SignIn, type Ending } from './sign-in.tsx';

type Page = FunctionComponent;

/** Pages outside the first view are loaded on navigation. */
const later: Readonly<Record<string, () => Promise<Page>>> = {
  renders: async () => (await import('../renders/renders-page.tsx')).RendersPage,
  tasks: async () => (await import('../tasks/tasks-page.tsx')).TasksPage,
  webhooks: async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage,
  usage: async () => (await import('../usage/usage-page.tsx')).UsagePage,
  overview: async () => (await import('../operator/overview-page.tsx')).OverviewPage,
  accounts: async () => (await import('../operator/accounts-page.tsx')).AccountsPage,
  settings: async () => (await import('../operator/settings-page.tsx')).SettingsPage,
  audit: async () => (await import('../operator/audit-page.tsx')).AuditPage,
};

const accountKey = 'tintype-account';

/** The whole console: signed in, or asking to be. */
export function App() {
  const [session, setSession] = useState<SessionState | undefined>();
  const [failure, setFailure] = useState<Error | undefined>();
  const [ending, setEnding] = useState<Ending | undefined>();
  const [account, setAccount] = useState(() => localStorage.getItem(accountKey) ?? '');
  const [place, go] = usePlace();
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback((text: string) => {
    setSaid(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(''), 6_000);
  }, []);
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
  const info = pages.find(({ path }) => path === place.page);
  const page = info?.path ?? 'playground';
  // What is of no account stays as it is when another one is chosen, and so does what is typed
  // there.
  const shown = info?.operator ? page : `${page} ${account}`;
  const load = later[page];
  return (
    <Context.Provider value={{ api, session, place: { ...place, page }, go, tell }}>
      <Frame
        account={account}
        onAccount={choose}
        onSignOut={async () => {
          await api.send('DELETE', '/console/session').then(
            () => {
              setEnding(undefined);
              setSession({ who: null });
            },
            (error: Error) => tell(error.message),
          );
        }}
      >
        {load ? <Lazy key={shown} load={load} /> : <PlaygroundPage key={account} />}
      </Frame>
      <div class="told" role="status">
        {said}
      </div>
    </Context.Provider>
  );
}

/** By the one-time link in the address, or as the browser is signed in already. */
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

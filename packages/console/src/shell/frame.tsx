import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SessionState } from '../api.ts';
import { useConsole } from '../context.ts';
import { AccountChoice } from './account-choice.tsx';
import { Logo } from './logo.tsx';

interface PageInfo {
  path: string;
  title: string;
  /** True for the operator only. */
  operator?: boolean;
}

const pages: readonly PageInfo[] = [
  { path: 'playground', title: 'Playground' },
  { path: 'renders', title: 'Renders' },
  { path: 'tasks', title: 'Tasks' },
  { path: 'webhooks', title: 'Webhooks' },
  { path: 'usage', title: 'Usage' },
  { path: 'overview', title: 'Overview', operator: true },
  { path: 'accounts', title: 'Accounts', operator: true },
  { path: 'settings', title: 'Settings', operator: true },
  { path: 'audit', title: 'Audit', operator: true },
];

/** Pages that the session may see. */
export function pagesFor({ who }: SessionState): readonly PageInfo[] {
  return pages.filter(({ operator }) => !operator || who === 'operator');
}

interface FrameProps {
  account: string;
  onAccount(id: string): void;
  onSignOut(): void;
  children: ComponentChildren;
}

/** The frame around every page. */
export function Frame({ account, onAccount, onSignOut, children }: FrameProps) {
  const { session, place, go } = useConsole();
  const title = pages.find(({ path }) => path === place.page)?.title ?? 'Tintype';
  document.title = `${title} · Tintype`;
  const link = ({ path, title: name }: PageInfo) => (
    <a
      key={path}
      href={`/console/${path}`}
      aria-current={path === place.page ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(`/console/${path}`);
      }}
    >
      {name}
    </a>
  );
  useEffect(() => {
    // On a narrow window the row of pages is longer than it shows.
    const current = document.querySelector('nav [aria-current=page]');
    current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [place.page]);
  const shown = pagesFor(session);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <a class="brand" href="/console/playground">
          <Logo /> Tintype
        </a>
        <nav aria-label="Pages">
          {shown.filter(({ operator }) => !operator).map(link)}
          {session.who === 'operator' && <span class="divider" aria-hidden="true" />}
          {shown.filter(({ operator }) => operator).map(link)}
        </nav>
        <div class="who">
          {session.who === 'operator' ? (
            <AccountChoice account={account} onAccount={onAccount} />
          ) : (
            <span title={`Plan ${session.account?.plan}`}>{session.account?.name}</span>
          )}
          <button type="button" class="link" onClick={onSignOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../context.ts';
import type { Page } from '../pages.tsx';
import { AccountChoice } from './account-choice.tsx';
import { Link } from './link.tsx';

interface FrameProps {
  pages: readonly Page[];
  account: string;
  onAccount(id: string): void;
  onSignOut(): void;
  children: ComponentChildren;
}

/** Header and navigation around each page. */
export function Frame({ pages, account, onAccount, onSignOut, children }: FrameProps) {
  const { session, place } = useConsole();
  const title = pages.find(({ path }) => path === place.page)?.title ?? 'Tintype';
  document.title = `${title} · Tintype`;
  const links = (access: Page['access']) =>
    pages
      .filter((page) => page.access === access)
      .map(({ path, title: name }) => (
        <Link key={path} to={`/console/${path}`} isCurrent={path === place.page}>
          {name}
        </Link>
      ));
  useEffect(() => {
    // A narrow window shows only a part of the navigation.
    const current = document.querySelector('nav [aria-current=page]');
    current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [place.page]);
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
          {links('account')}
          {session.who === 'operator' && <span class="divider" aria-hidden="true" />}
          {links('operator')}
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

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#24313f" />
      <rect x="7" y="6" width="18" height="20" rx="2" fill="#e8dcc3" />
      <rect x="9.5" y="8.5" width="13" height="11.5" fill="#8a6f4d" />
      <circle cx="16" cy="14" r="3.4" fill="#e8dcc3" />
    </svg>
  );
}

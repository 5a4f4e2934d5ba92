import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import type { Page } from '../pages.tsx';
import { AccountChoice } from './account-choice.tsx';
import { lazy } from './lazy.tsx';
import { Link } from './link.tsx';
import { closeSheet, Sheet } from './sheet.tsx';
import { useCounts } from './use-counts.ts';

interface FrameProps {
  pages: readonly Page[];
  account: string;
  onAccount(id: string): void;
  onSignOut(): void;
  children: ComponentChildren;
}

const Palette = lazy(
  async () => (await import('./palette.tsx')).Palette,
  () => null,
);

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Header and navigation around each page. */
export function Frame({ pages, account, onAccount, onSignOut, children }: FrameProps) {
  const { session, place } = useConsole();
  const [isFinding, setFinding] = useState(false);
  const counts = useCounts(account);
  const title = pages.find(({ path }) => path === place.page)?.title ?? 'Tintype';
  document.title = `${title} · Tintype`;
  const links = (access: Page['access']) =>
    pages
      .filter((page) => page.access === access)
      .map(({ path, title: name }) => (
        <Link key={path} to={`/console/${path}`} isCurrent={path === place.page}>
          {name}
          {counts[path] && <Count text={counts[path]} />}
        </Link>
      ));
  useEffect(() => closeSheet('menu'), [place.page]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.altKey && (event.ctrlKey || event.metaKey);
      if (!isPlain || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <a class="brand" href="/console/playground">
          <Logo /> Tintype
        </a>
        <button type="button" class="find-button" onClick={() => setFinding(true)}>
          Find <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
        <Sheet id="menu" title="Menu">
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
        </Sheet>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isFinding && (
        <Palette
          pages={pages}
          account={account}
          onSignOut={onSignOut}
          onClose={() => setFinding(false)}
        />
      )}
    </div>
  );
}

/** The number of a count; screen readers read the rest, too. */
function Count({ text }: { text: string }) {
  const [count, ...rest] = text.split(' ');
  return (
    <span class="count" title={text}>
      {count}
      <span class="hidden"> {rest.join(' ')}</span>
    </span>
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

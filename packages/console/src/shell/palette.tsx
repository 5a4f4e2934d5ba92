import type { RequestState, Task } from '@tintype/client';
import type { AccountList } from '@tintype/contract/wire';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatAgo } from '../format.ts';
import type { Page } from '../pages.tsx';
import { useLoaded } from '../use-loaded.ts';
import { findEntries, typedPlace, type Entry } from './palette-entries.ts';

interface PaletteProps {
  pages: readonly Page[];
  /** The account that an operator acts for. */
  account: string;
  onSignOut(): void;
  onClose(): void;
}

/** Finds pages, actions, tasks, accounts and the last requests: opened with Ctrl K. */
export function Palette({ pages, account, onSignOut, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const entries = findEntries(useEntries({ pages, account, onSignOut }), text);
  const { go } = useConsole();
  const typed = typedPlace(text);
  if (typed) entries.unshift({ type: 'action', title: typed.title, run: () => go(typed.path) });
  const selected = Math.min(index, entries.length - 1);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.querySelector(`#found-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    dialog.current?.close();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setIndex((selected + step + entries.length) % entries.length || 0);
    else if (event.key === 'Enter') choose(entries[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Find a page, a task, a request or an action"
        aria-expanded={entries.length > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? `found-${selected}` : undefined}
        placeholder="Page, task, URL or request ID"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="found" role="listbox" aria-label="Found">
        {entries.map((entry, at) => (
          <li
            // Several tasks may have one name.
            key={at}
            id={`found-${at}`}
            role="option"
            aria-selected={at === selected}
            onPointerMove={() => setIndex(at)}
            onClick={() => choose(entry)}
          >
            <span>{entry.title}</span> <span class="quiet">{entry.type}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p role="status">No matches.</p>}
    </dialog>
  );
}

function useEntries({ pages, account, onSignOut }: Omit<PaletteProps, 'onClose'>): Entry[] {
  const { api, go, session } = useConsole();
  const isOperator = session.who === 'operator';
  const hasAccount = !isOperator || account !== '';
  const load = <T,>(path: string, isAllowed: boolean) =>
    useLoaded<T | undefined>(
      async (signal) => (isAllowed ? api.json<T>('GET', path, undefined, signal) : undefined),
      [account],
    ).value;
  const tasks = load<{ tasks: Task[] }>('/v1/tasks?limit=100', hasAccount)?.tasks ?? [];
  const requests =
    load<{ requests: RequestState[] }>('/v1/requests?limit=100', hasAccount)?.requests ?? [];
  const accounts = load<AccountList>('/v1/operator/accounts?limit=1000', isOperator)?.accounts;
  const entry = (type: string, title: string, path: string, words = ''): Entry => ({
    type,
    title,
    words,
    run: () => go(`/console/${path}`),
  });
  return [
    ...pages.map(({ title, path }) => entry('page', title, path)),
    entry('action', 'New render', 'playground', 'screenshot pdf'),
    entry('action', 'New task', 'tasks/new', 'schedule monitor'),
    entry('action', 'New session', 'sessions/new', 'login'),
    { type: 'action', title: 'Sign out', words: 'log out', run: onSignOut },
    ...tasks.map(({ id, name }) => entry('task', name, `tasks/${id}`)),
    ...(accounts ?? []).map(({ id, name }) => entry('account', name, `accounts/${id}`, id)),
    ...requests.map(({ id, api: kind, url = '', status, created }) =>
      entry(`${kind}, ${formatAgo(created)}`, url || id, `renders/${id}`, `${id} ${status}`),
    ),
  ];
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api, SessionState } from './api.ts';
import type { Place } from './router.ts';
import type { Notices } from './shell/create-notices.ts';

/** Context of every page. */
export interface ConsoleContext {
  api: Api;
  session: SessionState;
  place: Place;
  /** Navigates to another page of the console. */
  go(path: string, options?: { replace?: boolean }): void;
  notify: Notices['notify'];
  defer: Notices['defer'];
}

export const Context = createContext<ConsoleContext | undefined>(undefined);

export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('Pages are shown inside the console.');
  return context;
}
